import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { createChunk } from '#web/lib/chunk.ts'
import { refresh } from '#web/lib/endpoint-hooks.ts'
import { loadOrTell } from '#web/ui/load-or-tell.ts'

/** In the storage of the tab, so that a reload does not lose sight of it. */
const followedKey = 'followed change'

/** Once each, however often the layout is built anew. */
const followed = new Set<string>()

const followChunk = createChunk(() => import('./follow-run.ts'))

/**
 * Shows how far a change of many orders is, behind whatever screen, and at its end what became of them. `onChanged` is called
 * at the end of each pass.
 */
export async function followRun(runId: string, onChanged: () => Promise<unknown>): Promise<void> {
  if (followed.has(runId)) return
  followed.add(runId)
  sessionStorage.setItem(followedKey, runId)
  await loadOrTell(followChunk, () => void onChanged())
  await followChunk.loaded()?.showRun(runId, () => void onChanged())
  sessionStorage.removeItem(followedKey)
  followed.delete(runId)
}

/** Goes on with what was followed before a reload. */
export function useFollowedRun() {
  const client = useQueryClient()
  useEffect(() => {
    const runId = sessionStorage.getItem(followedKey)
    if (runId !== null) void followRun(runId, () => refresh(client, orderReadEndpoints))
  }, [client])
}
