import { createChunk, useChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import css from './queue.module.css'
import type { ViewTabsProps } from './views/ViewTabs.tsx'

const chunk = createChunk(() => import('./views/ViewTabs.tsx'))
afterFirstView(chunk.preload)

/** Reserves the line of the views while their chunk loads. */
export function QueueViews(props: ViewTabsProps) {
  const part = useChunk(chunk)
  return <div className={css.views}>{part && <part.ViewTabs {...props} />}</div>
}
