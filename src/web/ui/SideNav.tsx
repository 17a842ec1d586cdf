import { use } from 'react'
import { Link } from 'wouter'
import { Count } from './Count.tsx'
import { FoldedLinks } from './FoldedLinks.tsx'
import { formatCount } from './format-count.ts'
import { Icon } from './Icon.tsx'
import { CloseMenuContext } from './close-menu-context.ts'
import type { SideGroup, SideLink } from './side-links.ts'
import { SideTip, useSideTip } from './SideTip.tsx'
import { Skeleton } from './Skeleton.tsx'
import { StatusIcon } from './StatusLabel.tsx'
import css from './SideNav.module.css'
import unfolded from './unfolded-text.module.css'

interface SideNavProps {
  /** Names the navigation. */
  label: string
  /** Groups are separated by a line; those without links and placeholders are left out. */
  groups: readonly SideGroup[]
}

const isEmpty = ({ links, placeholders = 0 }: SideGroup) => links.length + placeholders === 0

/** The links of the sidebar with their counts; folded, as icons with short counts and a tip that says the rest. */
export function SideNav({ label, groups }: SideNavProps) {
  const { tip, tipProps } = useSideTip()
  return (
    <nav aria-label={label}>
      {groups
        .filter((group) => !isEmpty(group))
        .map(({ links, placeholders = 0, foldsInto }, index) => {
          const isPutAway = (link: SideLink) => foldsInto !== undefined && !('count' in link)
          return (
            <ul key={links[0]?.href ?? index} className={css.group}>
              {Array.from({ length: placeholders }, (_, place) => (
                <li key={place} className={css.link} aria-hidden="true">
                  <Skeleton width="100%" />
                </li>
              ))}
              {links.map((link) => (
                <li key={link.href} className={isPutAway(link) ? css.putAway : undefined}>
                  <SideNavLink
                    link={link}
                    tipProps={tipProps({
                      label: link.label,
                      count: link.count === undefined ? '' : formatCount(link.count),
                      keys: link.keys,
                    })}
                  />
                </li>
              ))}
              {foldsInto !== undefined && (
                <li className={css.folded}>
                  <FoldedLinks
                    label={foldsInto}
                    links={links.filter(isPutAway)}
                    tipProps={tipProps({ label: foldsInto })}
                  />
                </li>
              )}
            </ul>
          )
        })}
      <SideTip tip={tip} />
    </nav>
  )
}

interface SideNavLinkProps {
  link: SideLink
  tipProps: ReturnType<ReturnType<typeof useSideTip>['tipProps']>
}

function SideNavLink({ link, tipProps }: SideNavLinkProps) {
  const closeMenu = use(CloseMenuContext)
  return (
    <Link
      href={link.href}
      className={css.link}
      aria-current={link.isCurrent ? 'page' : undefined}
      onClick={closeMenu}
      {...tipProps}
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
  )
}
