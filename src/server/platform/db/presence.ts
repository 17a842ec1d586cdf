import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionSettings } from './database.ts'
import { connectionName } from './migrations.ts'

/** ms between two checks of the connection, and for an answer. */
const checkMs = 5000
const retryMs = 1000

interface Presence {
  stop(): Promise<void>
}

/**
 * Keeps a transaction open for as long as the server runs, idle, without a snapshot, and under this version's name. A
 * pooler in transaction mode gives a client a connection only during a transaction: without this one PostgreSQL would
 * not know of an idle server, and a contracting migration could remove what it uses.
 */
export function keepPresence(settings: ConnectionSettings): Presence {
  const stopping = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function bePresent() {
    const limits = { connectionTimeoutMillis: checkMs, query_timeout: checkMs }
    const client = new pg.Client({ ...settings, ...limits, application_name: connectionName })
    // The next check reconnects.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('begin read only; set local idle_in_transaction_session_timeout = 0')
      for (;;) {
        await wait(checkMs)
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
