import * as contract from '#contract/outbox.ts'
import type { Http } from '#server/platform/http/http.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import { listOutbox, readOutboxMail } from './outbox.ts'

export function outboxRoutes(http: Http, templates: MailTemplates) {
  http.recordedRead(contract.listOutbox, (work, { query }) => listOutbox(work, query))

  http.recordedRead(contract.readOutboxMail, async (work, { params }) => ({
    data: await readOutboxMail(work, templates, params.mailId),
  }))
}
