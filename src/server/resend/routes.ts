import * as contract from '#contract/documents.ts'
import type { Http } from '#server/platform/http/http.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import { resendMail } from './resend.ts'

export function resendRoutes(http: Http, templates: MailTemplates) {
  http.write(contract.resendMail, async (work, { body }) => {
    const { orderId, email, mailServiceProvider: provider, mailId, correctEmail } = body
    await resendMail(work, { orderId, email, provider, mailId, correctEmail }, templates)
    return { message: 'The mail is on its way again.' }
  })
}
