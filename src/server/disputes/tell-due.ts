import { sql } from 'kysely'
import { wireInstant } from '#contract/rules/dates.ts'
import { answeredStages } from '#contract/rules/disputes.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Platform } from '#server/platform/work.ts'
import { selectAdmins } from '#server/team/admins.ts'
import type { DisputeRow } from './dispute-of-order.ts'
import { disputeDueMail } from './due.email.ts'

const hourMs = 60 * 60_000
/** Hours before the due time of the first and of the last mail (product §14). */
const firstHours = 72
const lastHours = 24

/** Mails every Admin about disputes that are due, each time once. A due time that has passed is not told. */
export const tellDueDisputes = (platform: Platform): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
    const disputes = await claimDue(tx, now)
    const admins = disputes.length > 0 ? await selectAdmins(tx) : []
    for (const { order_id: orderId, stage, reason, gateway, due_at: dueAt, is_due_guessed } of disputes)
      for (const { name, email: recipient } of admins)
        await queueMail(
          { ...platform, tx, now },
          disputeDueMail,
          {
            name,
            orderId,
            stage,
            reason,
            gateway,
            dueAt: wireInstant(dueAt),
            isDueGuessed: is_due_guessed,
            hoursLeft: Math.floor((dueAt.getTime() - now.getTime()) / hourMs),
          },
          { orderId: null, recipient },
        )
  })

type DueDispute = Pick<DisputeRow, 'order_id' | 'stage' | 'reason' | 'gateway' | 'is_due_guessed'> & {
  due_at: Date
}

/** Of two servers at once, the second finds them told. A new due time starts anew. */
async function claimDue(tx: Tx, now: Date): Promise<DueDispute[]> {
  const within = (hours: number) => new Date(now.getTime() + hours * hourMs)
  const hours = sql`case when due_at <= ${within(lastHours)} then ${lastHours}::smallint else ${firstHours}::smallint end`
  const { rows } = await sql<DueDispute>`
    update disputes set told_hours = ${hours}, told_due_at = due_at
    where outcome = 'Open' and settled_as is null and stage = any(${[...answeredStages]}::text[])
      and due_at > ${now} and due_at <= ${within(firstHours)}
      and (told_due_at is distinct from due_at or told_hours > ${hours})
    returning order_id, stage, reason, gateway, due_at, is_due_guessed
  `.execute(tx)
  return rows
}
