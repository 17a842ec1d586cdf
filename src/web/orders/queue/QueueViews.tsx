import { createChunk, useChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import css from './queue.module.css'
import type { ViewTabsProps } from './views/ViewTabs.tsx'

const chunk = createChunk(() => import('./views/ViewTabs.tsx'))
afterFirstView(chunk.preload)

/** The saved views, in the line that is kept for them until their file is there. */
export function QueueViews(props: ViewTabsProps) {
  const part = useChunk(chunk)
  return <div className={css.views}>{part && <part.ViewTabs {...props} />}</div>
}
