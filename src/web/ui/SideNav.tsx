import { use } from 'react'
import { Link } from 'wouter'
import { Count } from './Count.tsx'
import { formatCount } from './format-count.ts'
import { Icon, type IconName } from './Icon.tsx'
import { CloseMenuContext } from './close-menu-context.ts'
import { StatusIcon, type StatusAppearance } from './StatusLabel.tsx'
import css from './SideNav.module.css'
import unfolded from './unfolded-text.module.css'

export type SideLink = {
  href: string
  label: string
  isCurrent?: boolean
  /** Absent: the link has no count; `undefined`: it is still loading. */
  count?: number | undefined
  /** There are more than `count` says. */
  hasMore?: boolean
  /** The count is red, unless it is 0. */
  isUrgent?: boolean
} & ({ icon: IconName } | { status: StatusAppearance })

interface SideNavProps {
  /** Names the navigation. */
  label: string
  /** Groups are separated by a line. */
  groups: readonly (readonly SideLink[])[]
}

/** Also what a folded sidebar leaves out: the label, and the count in full. */
const titleOf = ({ label, count }: SideLink) =>
  count === undefined ? label : `${label}, ${formatCount(count)}`

/** The links of the sidebar with their counts; folded, as icons with short counts. */
export function SideNav({ label, groups }: SideNavProps) {
  const closeMenu = use(CloseMenuContext)
  return (
    <nav aria-label={label}>
      {groups.map((links) => (
        <ul key={links[0]?.href} className={css.group}>
          {links.map((link) => (
            <li key={link.href}>
              <Link
                href={link.href}
                className={css.link}
                title={titleOf(link)}
                aria-current={link.isCurrent ? 'page' : undefined}
                onClick={closeMenu}
              >
                {'status' in link ? (
                  <StatusIcon appearance={link.status} className={css.mark} />
                ) : (
                  <Icon name={link.icon} className={css.icon} />
                )}
                <span className={unfolded.text}>{link.label}</span>
                {'count' in link && (
                  <Count
                    value={link.count}
                    className={link.isUrgent && link.count ? css.urgent : css.count}
                    hasShortForm
                    hasMore={link.hasMore}
                  />
                )}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
