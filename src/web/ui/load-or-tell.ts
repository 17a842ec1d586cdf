import type { Chunk } from '#web/lib/chunk.ts'
import { showToast } from './toast.tsx'

/** Loads a chunk; a failure shows a toast and calls `onFailure`. */
export async function loadOrTell(chunk: Chunk<unknown>, onFailure: () => void): Promise<void> {
  try {
    await chunk.load()
  } catch {
    onFailure()
    showToast({ tone: 'bad', title: 'A part of the page did not load. Please try again.' })
  }
}
