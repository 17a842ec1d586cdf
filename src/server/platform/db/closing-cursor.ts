import { once } from 'node:events'
import type pg from 'pg'
import Cursor from 'pg-cursor'

/** Closes also when its connection has gone; `pg-cursor` waits for an answer of it for ever, and with it a reader and a pool. */
export class ClosingCursor extends Cursor {
  declare private readonly connection: pg.Connection | null

  override close(): Promise<void>
  override close(callback: (error: Error) => void): undefined
  override close(callback?: (error: Error) => void): Promise<void> | undefined
  override close(callback?: (error: Error) => void): Promise<void> | undefined {
    return callback ? super.close(callback) : this.closeOrLose()
  }

  private async closeOrLose(): Promise<void> {
    const stream = this.connection?.stream
    if (!stream) return super.close()
    if (stream.destroyed) return
    const closed = new AbortController()
    const gone = once(stream, 'close', { signal: closed.signal }).catch(() => {})
    await Promise.race([super.close(), gone])
    closed.abort()
  }
}
