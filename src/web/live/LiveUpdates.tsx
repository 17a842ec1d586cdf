import { createChunk, useChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'

const chunk = createChunk(() => import('./FollowChanges.tsx'))
afterFirstView(chunk.preload)

/** What others change appears by itself, from when the first view is shown. */
export function LiveUpdates() {
  const part = useChunk(chunk)
  return part ? <part.FollowChanges /> : null
}
