import { createChunk, useChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import type { FilterBarProps } from './filters/FilterBar.tsx'
import css from './queue.module.css'

const chunk = createChunk(() => import('./filters/FilterBar.tsx'))
afterFirstView(chunk.preload)

/** Reserves the filters' place while their chunk loads. */
export function QueueFilters(props: FilterBarProps) {
  const part = useChunk(chunk)
  return (
    <div className={`grow ${css.filters}`} data-folded={props.isFolded || undefined}>
      {part && <part.FilterBar {...props} />}
    </div>
  )
}
