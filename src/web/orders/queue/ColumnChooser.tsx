import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LazyDropdown } from '#web/ui/LazyDropdown.tsx'
import css from './queue.module.css'
import type { ColumnChoiceProps } from './ColumnMenu.tsx'

const chunk = createChunk(() => import('./ColumnMenu.tsx'))
afterFirstView(chunk.preload)

export function ColumnChooser(props: ColumnChoiceProps) {
  const offCount = props.columns.length - props.shownCount
  return (
    <LazyDropdown
      chunk={chunk}
      popup="dialog"
      shortcut="columns"
      button={{
        className: css.target,
        leftSection: <Icon name="columns" />,
        children: <>Columns{offCount > 0 && <span className={`faint ${css.off}`}>{offCount} off</span>}</>,
      }}
    >
      {({ ColumnMenu }, dropdown) => <ColumnMenu {...props} dropdown={dropdown} />}
    </LazyDropdown>
  )
}
