import { defineMail } from '#server/platform/mail/define-mail.ts'
import { approvedProps, renewApprovedProps } from './approved-props.ts'
import { approvedMail, composeDocumentMail } from './approved.email.ts'

/** Sent when the approved document is mailed again. */
export const reminderMail = defineMail('reminder', approvedProps, {
  renew: renewApprovedProps,
  render: (props, config) => composeDocumentMail('reminder', props, config),
  sample: approvedMail.sample,
})
