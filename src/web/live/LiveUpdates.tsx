import { createChunk, useChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'

const chunk = createChunk(() => import('./FollowChanges.tsx'))
afterFirstView(chunk.preload)

/** Shows changes by others, from the first view on. */
export function LiveUpdates() {
  const part = useChunk(chunk)
  return part ? <part.FollowChanges /> : null
}
