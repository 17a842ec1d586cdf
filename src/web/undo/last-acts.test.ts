import { expect, test } from 'vitest'
import { nextToUndo, type Act, type WaitingMail } from './last-acts.ts'

const now = 1_000_000
const act = (undo: string, secondsAgo: number, mailedOrders?: number[]): Act => ({
  undo,
  title: undo,
  hide: () => undefined,
  at: now - secondsAgo * 1000,
  mailedOrders,
})
const mail = (mailId: string, orderId: number, secondsLeft: number): WaitingMail => ({
  mailId,
  orderId,
  title: mailId,
  leavesAt: now + secondsLeft * 1000,
})

const upload = act('upload of 1', 4, [1])
const claim = act('claim of 2', 2)
const move = act('move of 2', 1)

test.each<[string, Act[], WaitingMail[], string | undefined]>([
  ['nothing', [], [], undefined],
  ['the newest act', [claim, move], [], 'move of 2'],
  [
    'an upload whose mail waits, before a later claim and move',
    [upload, claim, move],
    [mail('m', 1, 6)],
    'upload of 1',
  ],
  ['an upload that the server has not listed yet', [upload, claim], [], 'upload of 1'],
  [
    'the newest act once the mail has left',
    [act('upload of 1', 11, [1]), claim],
    [mail('m', 1, 0)],
    'claim of 2',
  ],
  ['an upload with a mail of 60 s', [act('upload of 1', 30, [1]), claim], [mail('m', 1, 30)], 'upload of 1'],
  [
    'of two mails the one that leaves first',
    [upload, act('refund of 3', 1, [3])],
    [mail('n', 3, 9), mail('m', 1, 6)],
    'upload of 1',
  ],
  ['the mail of another tab', [claim], [mail('of the other tab', 7, 3)], 'of the other tab'],
])('takes back %s', (_, acts, mails, expected) => {
  const next = nextToUndo(acts, mails, now)
  expect(next && (next.act?.undo ?? next.mail?.mailId)).toBe(expected)
})
