import * as contract from '#contract/outbox.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { resetPasswordPath } from '#contract/rules/staff-addresses.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import type { Config } from '#server/config.ts'
import { countLeftOut } from '#server/messages/incoming-quotas.ts'
import { pageOf, countRows, type Page } from '#server/platform/db/page.ts'
import { refuse } from '#server/platform/refusal.ts'
import { renderMail, formatSender } from '#server/platform/mail/render.ts'
import {
  findMailDefinition,
  InvalidPropsError,
  type MailContent,
  type MailDefinition,
  type MailTemplates,
} from '#server/platform/mail/define-mail.ts'
import { openContent, openSubject } from '#server/platform/mail/mail-content.ts'
import { implement, recordedRead } from '#server/platform/http/implement.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** Links with a secret that sets a password (product §5, Forgot password). */
const secretLink = new RegExp(`(${resetPasswordPath('')})[^\\s"'<>)]+`, 'g')

/** Masks the secrets of links, so that no member can use a link mailed to another. */
const maskSecretLinks = (text: string): string => text.replaceAll(secretLink, '$1••••••')

function renderOrRefuse(template: MailDefinition, props: unknown, config: Config): MailContent {
  try {
    return template.render(props, config)
  } catch (error) {
    if (error instanceof InvalidPropsError) return refuse('conflict', error.message)
    throw error
  }
}

export const outboxCalls = (templates: MailTemplates) =>
  implement(contract, {
    listOutbox: recordedRead(async (work, { query: { page = 1, limit = 10 } }) => {
      const rows = await selectMailPage(work.tx, pageOf(page, limit))
      await recordAudit(auditContext(work), 'outbox viewed', { page })
      return {
        count: await countMails(work.tx),
        left_out: await countLeftOut(work.tx, work.now),
        data: rows.map(({ recipient, created_at, sent_at, sealed_subject, ...row }) => ({
          ...row,
          to: recipient,
          subject: maskSecretLinks(openSubject(work.seal, { id: row.id, sealed_subject })),
          created_at: wireInstant(created_at),
          sent_at: sent_at && wireInstant(sent_at),
        })),
      }
    }),
    /** 404 for an unknown mail, 409 if its props no longer fit its kind. Secret links are masked. */
    readOutboxMail: recordedRead(async (work, { params: { mailId } }) => {
      const row = await selectMail(work.tx, mailId)
      const template = row && findMailDefinition(templates, row.kind)
      if (!template) return refuse('notFound', 'There is no such mail.')
      await recordAudit(auditContext(work), 'mail viewed', {
        ...(row.order_id !== null && { order: row.order_id }),
        kind: row.kind,
      })
      const content = openContent(work.seal, row)
      const mail = renderMail(row.order_id, renderOrRefuse(template, content.props, work.config), work.config)
      const data = {
        from: formatSender(mail),
        to: row.recipient,
        subject: maskSecretLinks(content.subject),
        html: maskSecretLinks(mail.html),
        text: maskSecretLinks(mail.text),
      }
      return { data }
    }),
  })

const selectMailPage = (tx: Tx, { limit, offset }: Page) =>
  tx
    .selectFrom('mails')
    .select(['id', 'order_id', 'kind', 'recipient', 'sealed_subject', 'provider', 'state'])
    .select(['created_at', 'sent_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

const countMails = (tx: Tx) => countRows(tx, tx.selectFrom('mails').select('id'))

const selectMail = (tx: Tx, mailId: string) =>
  tx.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst()
