import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { loadChunk } from './load-chunk.ts'

export interface Chunk<Part> {
  /** Rejects on timeout; the next call tries again. */
  load: () => Promise<Part>
  /** Ignores failures; `load` reports them. */
  preload: () => void
  loaded: () => Part | undefined
  subscribe: (listener: () => void) => () => void
}

export function createChunk<Part>(importPart: () => Promise<Part>): Chunk<Part> {
  const { subscribe, notify } = createListeners()
  let part: Part | undefined
  const load = async () => {
    if (part !== undefined) return part
    part = await loadChunk(importPart)
    notify()
    return part
  }
  return {
    load,
    preload: () => void load().catch(() => undefined),
    loaded: () => part,
    subscribe,
  }
}

export const useChunk = <Part>({ subscribe, loaded }: Chunk<Part>): Part | undefined =>
  useSyncExternalStore(subscribe, loaded)
