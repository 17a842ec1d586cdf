import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { storeProposal } from '#server/proposals/propose.ts'
import {
  claimOne,
  claimUnread,
  deleteExpiredProposals,
  markSent,
  recordRead,
  reopenSent,
  type ReadColumns,
} from '#server/proposals/proposals.queries.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const now = new Date('2026-11-22T03:00:00Z')
const claim = { now, lostBefore: new Date(now.getTime() - 60_000), maxAttempts: 3, limit: 1 }
const app = useTestApp({ clock: () => now })

async function aProposal(): Promise<number> {
  const { db, seal, files } = app.platform
  const stored = files.seal('proposals.file_key', Buffer.from('file'))
  const row = await inTransaction(db, (tx) =>
    storeProposal(
      { tx, seal, now },
      {
        stored,
        contentType: 'application/pdf',
        size: 4,
        sha256: randomBytes(32),
        content: { name: 'scan.pdf', addressedTo: [], sender: '' },
        memberId: null,
        messageFileId: null,
      },
    ),
  )
  return row?.id ?? 0
}
const rowOf = (id: number) =>
  app.platform.db.selectFrom('proposals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const setRow = (id: number, changes: { attempts?: number; attempted_at?: Date }) =>
  app.platform.db.updateTable('proposals').set(changes).where('id', '=', id).execute()
const read = (changes: Partial<ReadColumns> = {}): ReadColumns => ({
  read_at: now,
  sealed: Buffer.from('sealed'),
  preview_file: null,
  preview_key: null,
  order_ids: [],
  certain_order_id: null,
  send_at: null,
  ...changes,
})

test('two readers claim different files, and no file that is being read or was tried too often', async () => {
  const { db } = app.platform
  const [first, second, failed] = [await aProposal(), await aProposal(), await aProposal()]
  await setRow(failed, { attempts: 3 })
  const claimed = await inTransaction(db, async (one) => {
    const mine = await claimUnread(one, claim)
    const others = await inTransaction(db, (tx) => claimUnread(tx, { ...claim, limit: 10 }))
    return [mine, others].map((rows) => rows.map(({ id }) => id))
  })
  expect(claimed).toEqual([[first], [second]])
  expect(await inTransaction(db, (tx) => claimUnread(tx, claim))).toEqual([])
  await setRow(first, { attempted_at: new Date(now.getTime() - 61_000) })
  expect((await inTransaction(db, (tx) => claimUnread(tx, claim))).map(({ id }) => id)).toEqual([first])
})

test('a file begun by a reader is not begun by the storing call, and is recorded once', async () => {
  const { db } = app.platform
  const [one, other] = [await aProposal(), await aProposal()]
  expect((await inTransaction(db, (tx) => claimOne(tx, one, now)))?.id).toBe(one)
  expect((await rowOf(other)).attempts).toBe(0)
  expect(await inTransaction(db, (tx) => claimOne(tx, one, now))).toBeUndefined()
  expect(await inTransaction(db, (tx) => recordRead(tx, one, read()))).toBe(true)
  expect(await inTransaction(db, (tx) => recordRead(tx, one, read({ order_ids: [1] })))).toBe(false)
  expect((await rowOf(one)).order_ids).toEqual([])
})

test('only proposals of restored orders are reopened (product §12)', async () => {
  const { db } = app.platform
  const orderId = await createTestOrder(app)
  const id = await aProposal()
  await inTransaction(db, (tx) =>
    markSent(tx, id, { sent_at: now, sent_by: null, sent_order_id: orderId, sent_event_id: 7 }),
  )
  await inTransaction(db, (tx) => reopenSent(tx, [7], []))
  expect((await rowOf(id)).sent_at).toEqual(now)
  await inTransaction(db, (tx) => reopenSent(tx, [7], [orderId]))
  expect((await rowOf(id)).sent_at).toBeNull()
})

test('files of expired proposals are queued for deletion, with their pictures if any', async () => {
  const { db } = app.platform
  await inTransaction(db, (tx) => deleteExpiredProposals(tx, new Date(now.getTime() + 25 * 60 * 60_000)))
  const noted = await db.selectFrom('erased_files').select('name').execute()
  expect(noted).toHaveLength(6)
  expect(noted.every(({ name }) => name.endsWith('.sealed'))).toBe(true)
})
