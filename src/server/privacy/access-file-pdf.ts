import { createThread } from '#server/platform/thread.ts'
import type { AccessFile } from './access-file.ts'

const inThread = createThread<typeof import('./render-access-file.ts')>(import.meta.url, 'render-access-file')

/** Draws the access file as PDF, however long it is. */
export const drawAccessFile = async (file: AccessFile): Promise<Buffer> =>
  Buffer.from(await inThread('renderAccessFile', file))
