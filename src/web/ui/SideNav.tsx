import { use } from 'react'
import { Link } from 'wouter'
import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { Count } from './Count.tsx'
import { formatCount } from './format-count.ts'
import { Icon } from './Icon.tsx'
import { CloseMenuContext } from './close-menu-context.ts'
import { SidebarFoldContext } from './sidebar-fold.ts'
import type { SideGroup, SideLink } from './side-links.ts'
import { SideTip, useSideTip } from './SideTip.tsx'
import { Skeleton } from './Skeleton.tsx'
import { StatusIcon } from './StatusLabel.tsx'
import css from './navigation.module.css'
import { LazyDropdown } from './LazyDropdown.tsx'

interface SideNavProps {
  label: string
  /** Separated by lines; empty groups are omitted. */
  groups: readonly SideGroup[]
}

const isEmpty = ({ links, placeholders = 0 }: SideGroup) => links.length + placeholders === 0

/** The sidebar's links with counts; folded, icons with short counts and a tooltip. */
export function SideNav({ label, groups }: SideNavProps) {
  const { tip, tipProps } = useSideTip()
  const shown = groups.filter((group) => !isEmpty(group))
  return (
    <nav aria-label={label}>
      {shown.map(({ links, placeholders = 0, foldsInto }, index) => {
        const isPutAway = (link: SideLink) => foldsInto !== undefined && !('count' in link)
        return (
          <ul key={links[0]?.href ?? index} className={css.group}>
            {index === shown.length - 1 && <FoldItem />}
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

function FoldItem() {
  const fold = use(SidebarFoldContext)
  if (!fold) return null
  const text = fold.isFolded ? 'Unfold' : 'Fold to icons'
  return (
    <li>
      <button
        type="button"
        className={css.link}
        aria-expanded={!fold.isFolded}
        title={fold.isFolded ? text : undefined}
        onClick={fold.toggle}
      >
        <Icon name="panel" className="rigid faint" />
        <span className={css.unfoldedText}>{text}</span>
      </button>
    </li>
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
        <Icon name={link.icon} className="rigid faint" />
      )}
      <span className={css.unfoldedText}>{link.label}</span>
      {'count' in link && (
        <Count
          value={link.count}
          className={link.isUrgent && link.count ? `medium ${css.urgent}` : css.count}
          hasShortForm
          hasMore={link.hasMore}
        />
      )}
    </Link>
  )
}

const chunk = createChunk(() => import('./FoldedLinksMenu.tsx'))
afterFirstView(chunk.preload)

interface FoldedLinksProps {
  label: string
  links: readonly SideLink[]
  tipProps: ReturnType<ReturnType<typeof useSideTip>['tipProps']>
}

/** A menu of a group's links without counts, in a folded sidebar. */
function FoldedLinks({ label, links, tipProps }: FoldedLinksProps) {
  return (
    <div
      {...tipProps}
      className={css.place}
      data-current={links.some(({ isCurrent }) => isCurrent) || undefined}
    >
      <LazyDropdown
        chunk={chunk}
        popup="menu"
        button={{
          variant: 'subtle',
          className: css.link,
          'aria-label': label,
          children: <Icon name="more" className="rigid faint" />,
        }}
      >
        {({ FoldedLinksMenu }, dropdown) => <FoldedLinksMenu dropdown={dropdown} links={links} />}
      </LazyDropdown>
    </div>
  )
}
