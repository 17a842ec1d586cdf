import { defineMail } from '#server/platform/mail/define-mail.ts'
import { approvedMail, approvedProps, composeDocumentMail } from './approved.email.ts'

/** Sent when the approved document is mailed again. */
export const reminderMail = defineMail('reminder', approvedProps, {
  render: (props, config) => composeDocumentMail('reminder', props, config),
  sample: approvedMail.sample,
})
