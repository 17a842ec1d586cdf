import { useSyncExternalStore } from 'react'
import { loadChunk } from './load-chunk.ts'

/** A part of the page in a file of its own. */
export interface Chunk<Part> {
  /** Rejects where it does not come in time; another call tries again. */
  load: () => Promise<Part>
  /** Loads it before it is needed; a failure shows when it is. */
  preload: () => void
  loaded: () => Part | undefined
  /** Calls the listener once it is loaded. */
  subscribe: (listener: () => void) => () => void
}

export function createChunk<Part>(importPart: () => Promise<Part>): Chunk<Part> {
  const listeners = new Set<() => void>()
  let part: Part | undefined
  const load = async () => {
    if (part !== undefined) return part
    part = await loadChunk(importPart)
    for (const listener of listeners) listener()
    return part
  }
  return {
    load,
    preload: () => void load().catch(() => undefined),
    loaded: () => part,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The part, once something has loaded it. */
export const useChunk = <Part>({ subscribe, loaded }: Chunk<Part>): Part | undefined =>
  useSyncExternalStore(subscribe, loaded)
