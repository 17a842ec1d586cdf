import { useSyncExternalStore } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { maxUploadBytes } from '#contract/documents.ts'
import { listProposals, matchDocuments, maxProposedFiles } from '#contract/proposals.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/client.ts'
import { refresh } from '#web/lib/endpoint-hooks.ts'
import { showToast } from '#web/ui/toast.tsx'

export interface Matching {
  total: number
  done: number
}

interface NotProposed {
  name: string
  reason: string
}

/** The server's limit. */
const callsAtOnce = 2
const maxShownReasons = 3

let matching: Matching | null = null
let notProposed: NotProposed[] = []
const listeners = new Set<() => void>()

function setMatching(next: Matching | null) {
  matching = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Progress of the files sent by this page; continues across screens. */
export const useMatching = (): Matching | null => useSyncExternalStore(subscribe, () => matching)

async function matchFile(file: File): Promise<NotProposed | null> {
  if (file.size > maxUploadBytes)
    return { name: file.name, reason: `The file is larger than ${maxUploadBytes / 1024 / 1024} MB.` }
  try {
    await call(matchDocuments, { body: {}, file: [file] })
    return null
  } catch (error) {
    return {
      name: file.name,
      reason: error instanceof CallError ? error.message : 'The server did not answer.',
    }
  }
}

function reportNotProposed() {
  if (notProposed.length === 0) return
  const more = notProposed.length - maxShownReasons
  const reasons = notProposed.slice(0, maxShownReasons).map(({ name, reason }) => `${name}: ${reason}`)
  showToast({
    tone: 'bad',
    title:
      notProposed.length === 1 ? 'A file is not proposed' : `${notProposed.length} files are not proposed`,
    text: [...reasons, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
    persistent: true,
  })
  notProposed = []
}

/** Sends each file in its own call, so that the first appear early; reports files beyond the limit. */
export async function matchDroppedFiles(client: QueryClient, files: readonly File[]): Promise<void> {
  const waiting = files.slice(0, maxProposedFiles)
  notProposed.push(
    ...files
      .slice(maxProposedFiles)
      .map(({ name }) => ({ name, reason: `At most ${maxProposedFiles} files at once.` })),
  )
  setMatching({ total: (matching?.total ?? 0) + waiting.length, done: matching?.done ?? 0 })
  const readNext = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const refused = await matchFile(file)
      if (refused) notProposed.push(refused)
      if (matching) setMatching({ ...matching, done: matching.done + 1 })
      void refresh(client, [listProposals])
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, readNext))
  if (matching && matching.done >= matching.total) {
    setMatching(null)
    reportNotProposed()
  }
}
