import { keepMessage } from '#server/messages/store-message.ts'
import { mailIdOf } from '#server/platform/mail/render.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import { takeReports } from '../mail-reports.ts'
import { readBounce } from './parse-bounce.ts'
import { addressedOrders, isOurOwn } from './addressed-orders.ts'
import { authenticity } from './authenticity.ts'
import { isAutomatic, type Delivery, type ReadMail } from './inbound-mail.ts'
import { isMessageId, messageIdOf } from './message-id.ts'

/** A mail server's notice of a mail that we sent ourselves; other providers tell by their own hooks. */
async function takeBounce(call: Call<Actor>, mail: ReadMail, noticeId: string): Promise<boolean> {
  const bounce = readBounce(mail)
  const mailId = bounce && mailIdOf(bounce.messageId, call.config)
  if (!bounce || !mailId) return false
  const { kind, detail } = bounce
  const report = { mailId, provider: 'SMTP', eventId: noticeId, kind, at: call.now, detail }
  return (await takeReports(call, [report])) > 0
}

/**
 * Keeps a mail with the orders that it is for. What is for none of ours is passed over: the provider would only send it
 * again. `bytes` is what it was read from.
 */
export async function receiveMail(
  call: Call<Actor>,
  mail: ReadMail,
  delivery: Delivery,
  bytes: Buffer,
): Promise<void> {
  const { sendDomain } = call.config
  const messageId = messageIdOf(mail, bytes)
  // First, since a mail server of our own domain gives notice, too.
  if (await takeBounce(call, mail, messageId)) return
  if (isOurOwn(mail, sendDomain)) {
    call.log.warn('a mail of our own came back and was passed over')
    return
  }
  const orderIds = addressedOrders(mail, delivery, sendDomain)
  const kept = await keepMessage(call, orderIds, {
    messageId,
    references: mail.references.filter(isMessageId),
    from: mail.from,
    to: mail.to.map(({ address }) => address).join(', '),
    subject: mail.subject,
    text: mail.text,
    automatic: isAutomatic(mail, delivery),
    authentic: authenticity(mail, delivery),
    suspected: delivery.suspected,
    files: mail.files,
  })
  if (kept === 0) call.log.warn({ addressed: orderIds.length }, 'a mail for no order of ours was passed over')
}
