import { renderToStaticMarkup } from 'react-dom/server'
import { applicationEmail } from '#contract/rules/order-id.ts'
import type { Config } from '#server/config.ts'
import { singleLine } from '../single-line.ts'
import type { MailContent } from './define-mail.ts'

export interface RenderedMail {
  from: { name: string; address: string }
  subject: string
  html: string
  text: string
}

/** An order's mails come from the order's own address (spec §3), all others from `no-reply` (product §5). */
const senderAddress = (orderId: number | null, { sendDomain }: Config) =>
  applicationEmail(orderId ?? 'no-reply', sendDomain)

export const renderMail = (
  orderId: number | null,
  { fromName, subject, body, text }: MailContent,
  config: Config,
): RenderedMail => ({
  from: { name: singleLine(fromName), address: senderAddress(orderId, config) },
  subject: singleLine(subject),
  html: `<!doctype html>${renderToStaticMarkup(body)}`,
  text,
})

export const formatSender = ({ from }: RenderedMail) => `${from.name} <${from.address}>`

/** Derived from the mail's id, so that a second attempt has the same Message-ID. */
export const messageIdFor = (mailId: string, { sendDomain }: Config) => `<${mailId}@${sendDomain}>`

/** The id of the mail with this Message-ID; null for a foreign one. */
export function mailIdFromMessageId(
  messageId: string,
  { sendDomain }: Pick<Config, 'sendDomain'>,
): string | null {
  const [, mailId = '', domain = ''] = /^<([\da-f-]{36})@([^>]+)>$/i.exec(messageId) ?? []
  return domain.toLowerCase() === sendDomain.toLowerCase() ? mailId : null
}
