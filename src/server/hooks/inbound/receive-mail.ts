import { storeMessage } from '#server/messages/store-message.ts'
import { mailIdFromMessageId } from '#server/platform/mail/render.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import { receiveReports } from '../mail-reports.ts'
import { addressedOrders, isOwnMail } from './addressed-orders.ts'
import { authenticity } from './authenticity.ts'
import { isAutomatic, type InboundMail } from './inbound-mail.ts'
import { parseBounce } from './parse-bounce.ts'

/**
 * Stores a mail with the orders that it is addressed to. A mail for none of them is ignored, because the provider would
 * only send it again.
 */
export async function receiveMail(call: Call<Actor>, mail: InboundMail): Promise<void> {
  const { config, log } = call
  // Before the check for own mails, because our own mail server sends bounces too.
  if (await receiveBounce(call, mail)) return
  if (isOwnMail(mail, config.sendDomain)) return log.warn('a mail of our own came back and was passed over')

  const [authentic, automatic] = [authenticity(mail), isAutomatic(mail)]
  const orderIds = addressedOrders(mail, config.sendDomain)
  const stored = await storeMessage(call, orderIds, { ...mail, authentic, automatic })
  if (stored === 0) log.warn({ addressed: orderIds.length }, 'a mail for no order of ours was passed over')
}

/** Records a bounce of a mail that we sent by SMTP; other providers report bounces by their own hooks. */
async function receiveBounce(call: Call<Actor>, mail: InboundMail): Promise<boolean> {
  const bounce = parseBounce(mail)
  const mailId = bounce && mailIdFromMessageId(bounce.messageId, call.config)
  if (!bounce || !mailId) return false
  const { kind, detail } = bounce
  const report = { mailId, provider: 'SMTP', eventId: mail.messageId, kind, at: call.now, detail }
  return (await receiveReports(call, [report])) > 0
}
