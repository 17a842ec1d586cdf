import { useSyncExternalStore } from 'react'
import { loadChunk } from './load-chunk.ts'

/** A lazily loaded module. */
export interface Chunk<Part> {
  /** Rejects on timeout; the next call tries again. */
  load: () => Promise<Part>
  /** Ignores failures; `load` reports them. */
  preload: () => void
  loaded: () => Part | undefined
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

export const useChunk = <Part>({ subscribe, loaded }: Chunk<Part>): Part | undefined =>
  useSyncExternalStore(subscribe, loaded)
