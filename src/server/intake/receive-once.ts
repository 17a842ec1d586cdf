import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Tx } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { IntakeActor, Work } from '#server/platform/work.ts'
import { contentHash } from './prepare-order.ts'

export function sentKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['idempotency-key']
  return header === undefined ? undefined : String(header)
}

/** The key may hold personal data; its hash outlives an erasure, so that a repeat is recognised. */
const storableKey = (key: string): string => createHash('sha256').update(key).digest('hex')

interface Sent<R> {
  sentKey: string | undefined
  body: object
  /** What it is, in a refusal. */
  what: string
  /** Schema of the stored reply. */
  reply: z.ZodMiniType<R>
}

/**
 * With an idempotency key, a repeat of the same body, even a concurrent one, returns the first reply and does nothing;
 * another body with that key is refused with 409 (product §5, Intake).
 */
export async function receiveOnce<R>(
  work: Work<IntakeActor>,
  { sentKey, body, what, reply }: Sent<R>,
  receive: () => Promise<R>,
): Promise<R> {
  if (sentKey === undefined) return receive()
  if (sentKey.length < 1 || sentKey.length > 255)
    refuse('invalid', 'Idempotency-Key must have 1 to 255 characters.')
  const key = storableKey(sentKey)
  const claim = { owner: work.actor.name, key }
  const bodyHash = contentHash(body)
  if (await claimIdempotencyKey(work.tx, { ...claim, bodyHash, now: work.now })) {
    const received = await receive()
    await saveReply(work.tx, claim, work.seal.seal('idempotency_keys.sealed_reply', key, received))
    return received
  }
  const first = await selectReply(work.tx, claim)
  if (!first.body_hash.equals(bodyHash))
    refuse('conflict', `This Idempotency-Key was used for another ${what}.`)
  return work.seal.open(reply, 'idempotency_keys.sealed_reply', key, first.sealed_reply)
}

interface KeyOfReply {
  owner: string
  key: string
}

/** Claims the idempotency key; a concurrent request with the same key waits here. False if the key is in use. */
async function claimIdempotencyKey(
  tx: Tx,
  { owner, key, bodyHash, now }: KeyOfReply & { bodyHash: Buffer; now: Date },
): Promise<boolean> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ owner, key, body_hash: bodyHash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

const selectReply = (tx: Tx, { owner, key }: KeyOfReply) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'sealed_reply'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .$narrowType<{ sealed_reply: Buffer }>()
    .executeTakeFirstOrThrow()

const saveReply = (tx: Tx, { owner, key }: KeyOfReply, sealedReply: Buffer) =>
  tx
    .updateTable('idempotency_keys')
    .set({ sealed_reply: sealedReply })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute()
