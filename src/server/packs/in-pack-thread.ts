import { createThread } from '#server/platform/thread.ts'

export const inPackThread = createThread<typeof import('./pack-thread.ts')>(import.meta.url, 'pack-thread')
