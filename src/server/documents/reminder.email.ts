import type { MailTemplate } from '#server/platform/mail/template.ts'
import { approvedMail, documentLetter, type ApprovedProps } from './approved.email.ts'

/** Tells of the approved document once more, when it is resent. */
export const reminderMail: MailTemplate<ApprovedProps> = {
  write: (props, config) => documentLetter('reminder', props, config),
  sample: approvedMail.sample,
}
