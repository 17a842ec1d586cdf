import { wireInstant } from '#contract/rules/dates.ts'
import { deviceOf } from '#server/platform/device.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { accountMail, type AccountNotice } from './account.email.ts'

interface Account {
  id: number
  name: string
  /** All addresses to mail: after a change the old one too. */
  emails: readonly (string | null)[]
}

/** The acting member; null for the owner of the account and for a link that was mailed to them. */
const otherMember = (actor: Actor, account: Account): string | null =>
  actor.kind === 'member' && actor.id !== account.id ? actor.name : null

export async function tellAccount(
  work: Work<Actor>,
  account: Account,
  notice: AccountNotice,
  change?: { from: string; to: string },
): Promise<void> {
  const { browser, os } = deviceOf(work.userAgent)
  const props = {
    name: account.name,
    notice,
    by: otherMember(work.actor, account),
    at: wireInstant(work.now),
    device: [browser, os].filter(Boolean).join(', '),
    ip: work.ip,
    ...(change && { change }),
  }
  for (const recipient of new Set(account.emails))
    if (recipient) await queueMail(work, accountMail, props, { orderId: null, recipient })
}
