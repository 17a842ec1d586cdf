import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/mail-problems.ts'
import { resendBatch } from '#contract/mail-problems.ts'
import { selectMailsOfCause } from '#server/mail-problems/mail-problems.ts'
import { lockOrders } from '#server/orders/order-access.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import { chooseProvider } from '#server/platform/mail/providers.ts'
import { RefusalError } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { resendOne } from './resend.ts'

/** The reason why a mail is not sent again; undefined where it is. */
const reasonOf = (resent: Promise<unknown>): Promise<string | undefined> =>
  resent.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof RefusalError) return error.message
      throw error
    },
  )

async function resendMailsOfCause(
  work: Work,
  { after, mailServiceProvider, ...cause }: Body<typeof contract.resendMailsOfCause>,
  templates: MailTemplates,
) {
  const provider = chooseProvider(work.config, mailServiceProvider ?? cause.provider)
  const limit = resendBatch
  const mails = await selectMailsOfCause(work, cause, { after, limit })
  const { orders } = await lockOrders(
    work,
    mails.map(({ order_id: orderId }) => orderId),
  )
  // Read again behind the locks: another member may have sent some of them meanwhile.
  const among = mails.map(({ id }) => id)
  const open = among.length === 0 ? [] : await selectMailsOfCause(work, cause, { among, limit })
  const openIds = new Set(open.map(({ id }) => id))
  const skipped: { orderId: number; reason: string }[] = []
  let resent = 0
  for (const mail of mails) {
    const { id: mailId, order_id: orderId, recipient } = mail
    const order = orders.get(orderId)
    const reason =
      order && openIds.has(mailId)
        ? await reasonOf(
            resendOne(
              work,
              order,
              {
                orderId,
                mailId,
                email: (mail.to_order && order.email) || recipient,
                mailServiceProvider: provider,
              },
              templates,
            ),
          )
        : 'It was sent again or settled meanwhile.'
    if (reason === undefined) resent += 1
    else skipped.push({ orderId, reason })
  }
  return { resent, skipped, next: mails.length < resendBatch ? null : (mails.at(-1)?.id ?? null) }
}

export const resendCauseCalls = (templates: MailTemplates) =>
  implement(contract, {
    resendMailsOfCause: write(async (work, { body }) => ({
      data: await resendMailsOfCause(work, body, templates),
    })),
  })
