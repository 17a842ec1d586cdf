import { documentMails } from './documents/usecases.ts'
import { invoiceMails } from './invoices/usecases.ts'
import { messageMails } from './messages/usecases.ts'
import type { MailTemplates } from './platform/mail/template.ts'
import { refundMails } from './refunds/usecases.ts'
import { sessionMails } from './session/passwords/usecases.ts'
import { visitorMails } from './visitor/usecases.ts'

/** Every kind of mail that any feature sends. */
export const mailTemplates: MailTemplates = {
  ...documentMails,
  ...invoiceMails,
  ...messageMails,
  ...refundMails,
  ...sessionMails,
  ...visitorMails,
}
