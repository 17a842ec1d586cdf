import { sql, type Insertable } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { withdrawDocument } from '#server/documents/documents.queries.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { addSentBytes, insertDownload } from '#server/visitor/downloads.queries.ts'
import { hasEventSince, lockDocumentWithPreview } from '#server/visitor/previews.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const now = new Date('2026-11-22T08:00:00Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

let orderId: number
let otherOrderId: number
const app = useTestApp({ clock: () => now })
beforeAll(async () => {
  orderId = await createTestOrder(app)
  otherOrderId = await createTestOrder(app)
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(app.platform.db, work)
/** Beside an open transaction: gives up instead of waiting for its locks. */
const inTxWithoutWaiting = <T>(work: (tx: Tx) => Promise<T>) =>
  inTx(async (tx) => {
    await sql`set local lock_timeout = 500`.execute(tx)
    return work(tx)
  })

let documentCount = 0
const addDocument = (changes: Partial<Insertable<Tables['documents']>> = {}) => {
  documentCount += 1
  return app.platform.db
    .insertInto('documents')
    .values({
      order_id: orderId,
      file1: `${documentCount}.pdf`,
      stored_as: `${documentCount}.sealed`,
      file_key: Buffer.alloc(1),
      sealed_name: Buffer.alloc(1),
      content_type: 'application/pdf',
      size: 10,
      sha256: Buffer.alloc(32),
      mail_service_provider: 'AWS',
      created_at: now,
      member_id: null,
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
const loadDocument = (id: number) =>
  app.platform.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a document is withdrawn only by the id of its own order', async () => {
  const document = await addDocument()
  const withdrawal = { at: now, memberId: 1, sealedReason: Buffer.from('sealed'), replacedBy: null }
  expect(await inTx((tx) => withdrawDocument(tx, otherOrderId, document.file1, withdrawal))).toBeUndefined()
  expect(await loadDocument(document.id)).toEqual(document)
})

test('of two concurrent first views of a preview the second waits for the first', async () => {
  const { file1 } = await addDocument({ preview_file: 'picture.webp' })
  await inTx(async (tx) => {
    expect(await lockDocumentWithPreview(tx, orderId, file1)).toMatchObject({ preview_file: 'picture.webp' })
    const second = inTxWithoutWaiting((other) => lockDocumentWithPreview(other, orderId, file1))
    await expect(second).rejects.toThrow('lock timeout')
  })
})

test('an event is matched by its order, action, file and time', async () => {
  const wanted = { orderId, action: 'document previewed', file1: 'seen.pdf', since: now } as const
  const addEvent = async (changes: { order_id?: number; action?: string; at?: Date; file1?: string }) => {
    const { file1 = wanted.file1, ...columns } = changes
    const event = { order_id: orderId, at: minutesLater(1), action: wanted.action, ...columns }
    await app.platform.db
      .insertInto('order_events')
      .values({
        ...event,
        member_id: null,
        actor: 'visitor',
        before: null,
        after: null,
        sealed: null,
        details: JSON.stringify({ file1, name: 'approved.pdf' }),
      })
      .execute()
    return inTx((tx) => hasEventSince(tx, wanted))
  }
  expect(await addEvent({ order_id: otherOrderId })).toBe(false)
  expect(await addEvent({ action: 'downloaded' })).toBe(false)
  expect(await addEvent({ file1: 'other.pdf' })).toBe(false)
  expect(await addEvent({ at: now })).toBe(false)
  expect(await addEvent({})).toBe(true)
})

test('a download is whole once each byte of its file was sent, whatever was sent twice', async () => {
  const document = await addDocument()
  const addDownload = () =>
    inTx((tx) =>
      insertDownload(tx, {
        order_id: orderId,
        document_id: document.id,
        at: now,
        ip: '203.0.113.7',
        timezone: '',
        browser: '',
        os: '',
        user_agent: '',
      }),
    )
  const loadDownload = async (id: number) => {
    const found = app.platform.db.selectFrom('downloads').select(['bytes_sent', 'completed'])
    const { bytes_sent, completed } = await found.where('id', '=', id).executeTakeFirstOrThrow()
    return [bytes_sent, completed]
  }
  const [download, bystander] = [await addDownload(), await addDownload()]
  const sentAfter = async (start: number, bytes: number) => {
    const isWholeNow = await inTx((tx) => addSentBytes(tx, download.id, { start, bytes, size: 10 }))
    return [...(await loadDownload(download.id)), isWholeNow]
  }
  expect(await sentAfter(0, 0)).toEqual([0, false, false])
  expect(await sentAfter(0, 6)).toEqual([6, false, false])
  expect(await sentAfter(0, 6)).toEqual([6, false, false])
  expect(await sentAfter(8, 2)).toEqual([8, false, false])
  expect(await sentAfter(5, 3)).toEqual([10, true, true])
  expect(await sentAfter(0, 4)).toEqual([10, true, false])
  expect(await loadDownload(bystander.id)).toEqual([null, false])
})
