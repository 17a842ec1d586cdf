import type { Tx } from '#server/platform/db/database.ts'

interface FillToken {
  token_hash: Buffer
  order_id: number
  traveller: number
  session_id: string
  expires_at: Date
}

export const insertFillToken = (tx: Tx, token: FillToken) =>
  tx.insertInto('fill_tokens').values(token).execute()

/** What the token was for; of two who use it, one gets it. */
export const claimFillToken = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .deleteFrom('fill_tokens')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['order_id', 'traveller', 'session_id'])
    .executeTakeFirst()
