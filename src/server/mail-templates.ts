import { documentMails } from '#server/documents/documents.ts'
import { invoiceMails } from '#server/invoices/send-invoice.ts'
import { messageMails } from '#server/messages/messages.ts'
import type { MailTemplates } from './platform/mail/template.ts'
import { refundMails } from '#server/refunds/refund-orders.ts'
import { sessionMails } from '#server/session/passwords.ts'
import { visitorMails } from '#server/visitor/visit.ts'

/** Every kind of mail that any feature sends. */
export const mailTemplates: MailTemplates = {
  ...documentMails,
  ...invoiceMails,
  ...messageMails,
  ...refundMails,
  ...sessionMails,
  ...visitorMails,
}
