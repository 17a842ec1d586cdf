import { findMailDefinition } from '#server/platform/mail/define-mail.ts'
import { openContent } from '#server/platform/mail/mail-content.ts'
import { mailTemplates } from '#server/mail-templates.ts'
import type { TestApp } from './test-app.ts'

/** Recipient, subject and text of the notices to these addresses, by time, recipient and subject. */
export async function loadNotices({ platform }: TestApp, ...recipients: string[]) {
  const rows = await platform.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', 'in', recipients)
    .where('kind', '=', 'account')
    .execute()
  return rows
    .map((row) => {
      const { kind, subject, props } = openContent(platform.seal, row)
      const rendered = findMailDefinition(mailTemplates, kind)?.render(props, platform.config)
      const order = `${row.created_at.toISOString()} ${row.recipient} ${subject}`
      return { order, notice: { recipient: row.recipient, subject, text: rendered?.text ?? '' } }
    })
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ notice }) => notice)
}
