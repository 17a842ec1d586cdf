import { disputeDueMail } from '#server/disputes/due.email.ts'
import { approvedMail } from '#server/documents/approved.email.ts'
import { reminderMail } from '#server/documents/reminder.email.ts'
import { invoiceMail } from '#server/invoices/invoice.email.ts'
import { answerMail } from '#server/messages/answer.email.ts'
import type { MailTemplates } from './platform/mail/define-mail.ts'
import { accessMail } from '#server/privacy/access.email.ts'
import { closedMail } from '#server/privacy/closed.email.ts'
import { questionMail } from '#server/questions/question.email.ts'
import { refundMail } from '#server/refunds/refund.email.ts'
import { requestMail } from '#server/requests/request.email.ts'
import { accountMail } from '#server/session/account.email.ts'
import { resetMail } from '#server/session/reset.email.ts'
import { silenceMail } from '#server/silent-sites/silence.email.ts'
import { linkMail } from '#server/visitor/order-link.email.ts'

export const mailTemplates: MailTemplates = [
  approvedMail,
  reminderMail,
  invoiceMail,
  answerMail,
  refundMail,
  closedMail,
  accessMail,
  questionMail,
  requestMail,
  resetMail,
  accountMail,
  disputeDueMail,
  linkMail,
  silenceMail,
]
