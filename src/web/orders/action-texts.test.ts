import { describe, expect, test } from 'vitest'
import { outcomeText, skippedReasonsText, skippedText, undoneText } from '#web/undo/outcome-texts.ts'
import { actionTexts } from './action-texts.ts'

const with1 = { orderId: 2048710, reason: 'is with Rizky Pratama' }

const refused = (count: number) => ({
  updated: [],
  skipped: Array.from({ length: count }, () => with1),
  undo: null,
})

describe('dialog questions', () => {
  test('assign', () => {
    expect(actionTexts.assign.question({ count: 3, ids: [1, 2, 3] })).toEqual({
      title: 'Are you sure want to assigned orders.',
      text: '3 orders become yours and move to My Orders.',
    })
    expect(actionTexts.assign.question({ count: 1, ids: [1] }).text).toBe(
      '1 order becomes yours and moves to My Orders.',
    )
  })

  test('give back', () => {
    expect(actionTexts.giveBack.question({ count: 2, ids: [1, 2] })).toEqual({
      title: 'Are you sure want to move orders to new orders.',
      text: '2 orders lose their assignee.',
    })
  })

  test('delete lists the first five orders', () => {
    expect(actionTexts.delete.question({ count: 3, ids: [2048728, 2048725, 2048722] })).toEqual({
      title: 'Are you sure you want to delete?',
      text: '3 orders move to Deleted Orders: 2048728, 2048725, 2048722.',
      tone: 'red',
    })
    expect(actionTexts.delete.question({ count: 7, ids: [1, 2, 3, 4, 5, 6, 7] }).text).toBe(
      '7 orders move to Deleted Orders: 1, 2, 3, 4, 5 and 2 more.',
    )
    expect(actionTexts.delete.question({ count: 12_345 }).text).toBe('12,345 orders move to Deleted Orders.')
  })
})

describe('toast texts', () => {
  test('one order is named by its id', () => {
    expect(outcomeText(actionTexts.assign.doneText, { updated: [2048718], skipped: [] })).toBe(
      '2048718 is yours.',
    )
  })

  test('several orders are counted, and skipped ones have a reason', () => {
    expect(outcomeText(actionTexts.assign.doneText, { updated: [1, 2], skipped: [with1] })).toBe(
      '2 assigned; 1 skipped: 2048710 is with Rizky Pratama.',
    )
    expect(outcomeText(actionTexts.delete.doneText, { updated: [1, 2, 3], skipped: [] })).toBe(
      '3 moved to Deleted Orders.',
    )
  })

  test('refunds', () => {
    const refundedBefore = { orderId: 2048711, reason: 'was refunded already by Dewi Kartika' }
    expect(outcomeText(actionTexts.refund.doneText, { updated: [2048712], skipped: [] })).toBe(
      '2048712 is refunded.',
    )
    expect(outcomeText(actionTexts.refund.doneText, { updated: [1, 2], skipped: [refundedBefore] })).toBe(
      '2 refunded; 1 skipped: 2048711 was refunded already by Dewi Kartika.',
    )
  })

  test('only the first reasons are listed', () => {
    expect(skippedText(Array.from({ length: 1200 }, () => ({ orderId: 5, reason: 'is Deleted.' })))).toBe(
      '1,200 skipped: 5 is Deleted; 5 is Deleted; 5 is Deleted and 1,197 more',
    )
  })

  test('a bulk call that changed nothing lists the reasons if there are several', () => {
    expect(skippedReasonsText(refused(1))).toBeUndefined()
    expect(skippedReasonsText(refused(2))).toBe(
      '2 skipped: 2048710 is with Rizky Pratama; 2048710 is with Rizky Pratama.',
    )
    expect(skippedReasonsText(undefined)).toBeUndefined()
  })

  test('undo', () => {
    expect(undoneText({ updated: [1, 2], skipped: [] })).toBe('2 orders are as before.')
    expect(undoneText({ updated: [1], skipped: [with1] })).toBe(
      '1 order is as before; 1 skipped: 2048710 is with Rizky Pratama.',
    )
  })
})
