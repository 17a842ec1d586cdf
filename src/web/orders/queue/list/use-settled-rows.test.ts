import { expect, test } from 'vitest'
import type { OrderRow } from '#contract/orders.ts'
import { freshRows, settleRows } from './use-settled-rows.ts'

const newestFirst = { by: 'created_at', order: 'desc' } as const
const received = (second: number) =>
  ({
    order_id: 2_000_000 + second,
    created_at: `2026-11-22T10:00:${String(second).padStart(2, '0')}Z`,
  }) as OrderRow
const rows = (...seconds: number[]) => seconds.map(received)
const view = (...seconds: number[]) => freshRows({ rows: rows(...seconds) })
const settled = (before: ReturnType<typeof view>, fetched: Parameters<typeof settleRows>[1]) => {
  const after = settleRows(before, fetched, newestFirst)
  return {
    after,
    shown: after.rows.map(({ order_id: id }) => id - 2_000_000),
    left: [...after.leftIds].map((id) => id - 2_000_000),
  }
}

test('a row taken by a colleague keeps its place, and no other row moves', () => {
  const { shown, left } = settled(view(5, 4, 3), { rows: rows(5, 3, 2), isEnd: false })
  expect(shown).toEqual([5, 4, 3, 2])
  expect(left).toEqual([4])
})

test('new rows before the last row are held back, and rows that they push off have not left', () => {
  const { after, shown, left } = settled(view(5, 4, 3), { rows: rows(7, 6, 5), isEnd: false })
  expect(shown).toEqual([5, 4, 3])
  expect(left).toEqual([])
  expect([...after.waitingIds]).toEqual([2_000_007, 2_000_006])
  const oneGone = settled(after, { rows: rows(7, 5, 4), isEnd: false })
  expect([...oneGone.after.waitingIds]).toEqual([2_000_007])
})

test('at the end of the list, a missing row has left', () => {
  expect(settled(view(5, 4, 3), { rows: rows(5), isEnd: true }).left).toEqual([4, 3])
  expect(settled(view(5, 4), { rows: [], isEnd: true }).left).toEqual([5, 4])
})

test('rows removed by the own action close up at once, are filled from the end, and return on undo', () => {
  const taken = settled(view(5, 4, 3), { rows: rows(5, 3), removedIds: [2_000_004], isEnd: false })
  expect(taken.shown).toEqual([5, 3])
  const filled = settled(taken.after, { rows: rows(5, 3, 2), isEnd: false })
  expect([filled.shown, filled.left]).toEqual([[5, 3, 2], []])
  const undone = settled(filled.after, { rows: rows(5, 4, 3), isEnd: false })
  expect([undone.shown, undone.left]).toEqual([[5, 4, 3, 2], []])
})

test('rows removed by the own action return on undo even after a fresh start', () => {
  const taken = settled(view(5, 4, 3), { rows: rows(5, 3), removedIds: [2_000_004], isEnd: false })
  const afresh = freshRows({ rows: rows(5, 3) }, taken.after.ownIds)
  const undone = settled(afresh, { rows: rows(5, 4, 3), isEnd: true })
  expect([undone.shown, [...undone.after.waitingIds]]).toEqual([[5, 4, 3], []])
  expect([...freshRows({ rows: rows(5, 4, 3) }, taken.after.ownIds).ownIds]).toEqual([])
})

test('orders of the same second keep the order of the server, not that of their ids', () => {
  const sameSecond = (...ids: number[]) =>
    ids.map((id) => ({ ...received(1), order_id: 2_000_000 + id }) as OrderRow)
  const before = freshRows({ rows: sameSecond(7, 3, 9) })
  const taken = settled(before, { rows: sameSecond(3, 9), removedIds: [2_000_007], isEnd: true })
  expect(taken.shown).toEqual([3, 9])
  const undone = settled(taken.after, { rows: sameSecond(7, 3, 9), isEnd: true })
  expect([undone.shown, undone.left]).toEqual([[7, 3, 9], []])
})

test('a missing row of the same second as the last has left if a row behind it is still there', () => {
  const sameSecond = (...ids: number[]) =>
    ids.map((id) => ({ ...received(1), order_id: 2_000_000 + id }) as OrderRow)
  const before = freshRows({ rows: sameSecond(7, 3, 9) })
  expect(settled(before, { rows: sameSecond(8, 5, 3), isEnd: false }).left).toEqual([7])
})

test('a row that left and came back is shown as present', () => {
  const gone = settled(view(5, 4), { rows: rows(5), isEnd: true })
  expect(settled(gone.after, { rows: rows(5, 4), isEnd: true }).left).toEqual([])
})

test('rows without the sort date are the earliest', () => {
  const byRefund = { by: 'refund_date', order: 'asc' } as const
  const [without, first, second] = [
    { ...received(9), refund_date: null },
    { ...received(1), refund_date: '2026-11-22T10:00:01Z' },
    { ...received(2), refund_date: '2026-11-22T10:00:02Z' },
  ] as OrderRow[]
  const after = settleRows(
    freshRows({ rows: [without, first] as OrderRow[] }),
    { rows: [first, second] as OrderRow[], isEnd: false },
    byRefund,
  )
  expect(after.rows).toEqual([without, first, second])
  expect([...after.leftIds]).toEqual([without?.order_id])
})
