import { defineMail } from '#server/platform/mail/define-mail.ts'
import { approvedMail, approvedProps, composeDocumentMail } from './approved.email.ts'

/** Tells of the approved document once more, when it is resent. */
export const reminderMail = defineMail('reminder', approvedProps, {
  render: (props, config) => composeDocumentMail('reminder', props, config),
  sample: approvedMail.sample,
})
