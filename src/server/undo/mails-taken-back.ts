import { setTimeout as pause } from 'node:timers/promises'
import type { BulkResult } from '#server/orders/bulk-result.ts'
import { selectMailStates, type MailTakenBack } from '#server/platform/mail/mail-rows.ts'
import type { Call } from '#server/platform/work.ts'

/** What was taken back, and the mails that went with it. */
export interface TakenBack {
  result: BulkResult
  mails: MailTakenBack[]
}

/** ms between two looks at a mail that is being tried, and until the caller is told that it is. */
const lookEveryMs = 100
const waitMs = 8000

/** Those that are tried at this moment leave, or do not: waits for that a while. */
async function untilTried({ db }: Call, mails: readonly MailTakenBack[]): Promise<MailTakenBack[]> {
  const trying = mails.filter(({ state }) => state === 'sending').map(({ id }) => id)
  let states = new Map<string, MailTakenBack['state']>()
  for (let waited = 0; trying.length > 0 && waited <= waitMs; waited += lookEveryMs) {
    states = await selectMailStates(db, trying)
    if (![...states.values()].includes('sending')) break
    await pause(lookEveryMs)
  }
  return mails.map((mail) => ({ ...mail, state: states.get(mail.id) ?? mail.state }))
}

const idsOf = (mails: readonly MailTakenBack[]) => [...new Set(mails.flatMap(({ orderId }) => orderId ?? []))]

const staying: ReadonlySet<string> = new Set(['queued', 'cancelled', 'failed', 'bounced'])
const uncertain: ReadonlySet<string> = new Set(['sending', 'unknown'])

/** The answer to an undo or a restore, which says what had become of the mails (product §7). */
export async function answerTakenBack(call: Call, message: string, { result, mails }: TakenBack) {
  const tried = await untilTried(call, mails)
  const mailed = idsOf(tried.filter(({ state }) => !staying.has(state) && !uncertain.has(state)))
  const mayBeMailed = idsOf(tried.filter(({ state }) => uncertain.has(state)))
  const notes = [
    ...(mailed.length > 0 ? ['The mail has left.'] : []),
    ...(mayBeMailed.length > 0 ? ['Whether the mail has left is not known yet.'] : []),
  ]
  return { message: [message, ...notes].join(' '), data: { ...result, mailed, mayBeMailed } }
}
