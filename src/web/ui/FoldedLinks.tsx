import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { Icon } from './Icon.tsx'
import { LazyDropdown } from './LazyDropdown.tsx'
import type { SideLink } from './side-links.ts'
import type { useSideTip } from './SideTip.tsx'
import css from './navigation.module.css'

const chunk = createChunk(() => import('./FoldedLinksMenu.tsx'))
afterFirstView(chunk.preload)

interface FoldedLinksProps {
  label: string
  links: readonly SideLink[]
  tipProps: ReturnType<ReturnType<typeof useSideTip>['tipProps']>
}

/** In a folded sidebar, the links of a group that have no count, behind one icon. */
export function FoldedLinks({ label, links, tipProps }: FoldedLinksProps) {
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
