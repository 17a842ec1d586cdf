import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { createChunk } from '#web/lib/chunk.ts'
import { refresh } from '#web/lib/endpoint-hooks.ts'
import { tryToStore } from '#web/lib/storage.ts'
import { loadOrTell } from '#web/ui/load-or-tell.ts'

/** Session storage key, so that a reload keeps following the run. */
const followedKey = 'followed change'

/** Runs followed now; a rebuilt layout does not follow them twice. */
const followed = new Set<string>()

const followChunk = createChunk(() => import('./show-run.ts'))

/**
 * Shows the progress and the result of a bulk run on every screen. `onChanged` is called after the run and after its
 * undo.
 */
export async function followRun(runId: string, onChanged: () => Promise<unknown>): Promise<void> {
  if (followed.has(runId)) return
  followed.add(runId)
  tryToStore(sessionStorage, followedKey, runId)
  await loadOrTell(followChunk, () => void onChanged())
  await followChunk.loaded()?.showRun(runId, () => void onChanged())
  sessionStorage.removeItem(followedKey)
  followed.delete(runId)
}

/** Follows the run again after a reload. */
export function useFollowedRun() {
  const client = useQueryClient()
  useEffect(() => {
    const runId = sessionStorage.getItem(followedKey)
    if (runId !== null) void followRun(runId, () => refresh(client, orderReadEndpoints))
  }, [client])
}
