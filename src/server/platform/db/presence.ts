import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionSettings } from './database.ts'
import { connectionName } from './migrations.ts'

/** ms between two looks whether the connection still stands, and for the answer. */
const lookMs = 5000
/** ms until the next try where it does not. */
const retryMs = 1000

interface Presence {
  stop(): Promise<void>
}

/**
 * Keeps a transaction open, idle and without a snapshot, under the name of this version for as long as the server runs. A
 * pooler in transaction mode gives a client a connection only while it has a transaction: without this one PostgreSQL
 * would not know of a server that does nothing just now, and what it uses could be taken away.
 */
export function keepPresence(settings: ConnectionSettings): Presence {
  const stopping = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function bePresent() {
    const limits = { connectionTimeoutMillis: lookMs, query_timeout: lookMs }
    const client = new pg.Client({ ...settings, ...limits, application_name: connectionName })
    // Found out by the next look.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('begin read only; set local idle_in_transaction_session_timeout = 0')
      for (;;) {
        await wait(lookMs)
        if (stopping.signal.aborted) return
        await client.query('select 1')
      }
    } finally {
      await client.end()
    }
  }

  async function stayPresent() {
    while (!stopping.signal.aborted) {
      await bePresent().catch(() => {})
      await wait(retryMs)
    }
  }
  const present = stayPresent()

  return {
    async stop() {
      stopping.abort()
      await present
    },
  }
}
