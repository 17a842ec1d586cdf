import {
  admitMail,
  admitPassedOn,
  countMailBytes,
  type EnvelopeSender,
} from '#server/messages/incoming-quotas.ts'
import { storeMessage } from '#server/messages/store-message.ts'
import { mailIdFromMessageId } from '#server/platform/mail/render.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import { receiveReports } from '../mail-reports.ts'
import { isOwnMail, ordersOfEnvelope, ordersOfHeaders } from './addressed-orders.ts'
import { authenticity } from './authenticity.ts'
import { isAutomatic, type InboundMail, type UnreadMail } from './inbound-mail.ts'
import { isOfficialEnvelope, isOfficialMail } from './official-mail.ts'
import { parseBounce } from './parse-bounce.ts'

/**
 * Stores a mail with the orders that it is addressed to. Nothing of it is read before its envelope names an order of
 * ours, or no order at all as a mail that was passed on, and before the quotas allow it. A mail for no order is ignored,
 * because the provider would only send it again.
 */
export async function receiveMail(call: Call<Actor>, { envelope, spf, read }: UnreadMail): Promise<void> {
  const { config, log } = call
  const sender = {
    address: envelope.from,
    isProven: spf === 'pass',
    isOfficial: isOfficialEnvelope(config, envelope, spf),
  }
  const named = ordersOfEnvelope(envelope, config.sendDomain)
  const admitted = await admitMail(call, sender, named)
  if (!admitted) return
  const found = await read()
  if (!found) return
  await countMailBytes(call, admitted, found.size)
  const { mail } = found
  // Before the check for own mails, because our own mail server sends bounces too.
  if (await receiveBounce(call, mail)) return
  if (isOwnMail(mail, config.sendDomain)) return log.warn('a mail of our own came back and was passed over')

  const orderIds = named.length > 0 ? admitted.orderIds : await admitByHeaders(call, sender, found)
  if (orderIds.length === 0) return
  await storeMessage(call, orderIds, {
    ...mail,
    authentic: authenticity(mail),
    automatic: isAutomatic(mail),
    isOfficial: isOfficialMail(config, mail),
  })
}

/** The orders in To and Cc of a mail that was passed on, as far as their quotas allow. */
async function admitByHeaders(
  call: Call<Actor>,
  sender: EnvelopeSender,
  { mail, size }: { mail: InboundMail; size: number },
): Promise<readonly number[]> {
  const admitted = await admitPassedOn(call, sender, ordersOfHeaders(mail, call.config.sendDomain))
  if (!admitted) return []
  await countMailBytes(call, admitted, size)
  return admitted.orderIds
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
