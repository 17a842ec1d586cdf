import type { MailProvider } from '#contract/messages.ts'
import * as contract from '#contract/documents.ts'
import { withAuditEntry } from '#server/audit/audit.ts'
import { getOrder } from '#server/orders/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { availableProviders, chooseProvider, keepsMails } from '#server/platform/mail/providers.ts'
import { queueMail, composeRow } from '#server/platform/mail/queue-mail.ts'
import { renderMail, formatSender } from '#server/platform/mail/render.ts'
import { openText, type Seal } from '#server/platform/seal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { handle, implement, recordedRead } from '#server/platform/http/implement.ts'
import { loadApprovedProps, type ApprovedProps } from './approved-props.ts'
import { approvedMail } from './approved.email.ts'
import { reminderMail } from './reminder.email.ts'
import { selectDocuments, type DocumentRow, type NamedDocument } from './documents.queries.ts'

/** The name of the uploaded file. */
export const documentName = (seal: Seal, row: NamedDocument): string =>
  openText(seal, 'documents.sealed_name', row.file1, row.sealed_name)

export interface Recipient {
  /** The mail's recipient; the order's e-mail if absent, which stays as it is (product §5). */
  email: string | undefined
  provider: MailProvider | undefined
}

export const composeDocumentMailContent = (
  { config }: Pick<Work, 'config'>,
  kind: 'approved' | 'reminder',
  props: ApprovedProps,
) => composeRow(kind === 'approved' ? approvedMail : reminderMail, props, config)

export const queueApprovedMail = async (
  work: Work<Actor>,
  order: OrderRow,
  { email, provider }: Recipient,
  cause: { documentId: number; eventId: number; notBefore: Date },
): Promise<string> =>
  queueMail(work, approvedMail, await loadApprovedProps(work, order, email ?? order.email), {
    orderId: order.order_id,
    recipient: email ?? order.email,
    provider: chooseProvider(work.config, provider),
    ...cause,
  })

export const findNewestDocument = async (tx: Tx, orderId: number): Promise<DocumentRow | undefined> =>
  (await selectDocuments(tx, orderId))[0]

export const documentCalls = implement(contract, {
  /** The approved mail as the customer gets it, made by the template that sends it. */
  emailContent: recordedRead(async (work, { params: { orderId } }) => {
    const recorded = withAuditEntry(work.tx, work, 'mail viewed', { order: orderId, kind: approvedMail.kind })
    const order = await getOrder(recorded, orderId)
    const props = await loadApprovedProps(work, order, order.email)
    const mail = renderMail(orderId, approvedMail.render(props, work.config), work.config)
    const data = {
      from: formatSender(mail),
      to: order.email,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
    }
    return { data }
  }),
  configuredProviders: handle(async ({ config }) => ({
    data: [...availableProviders(config)],
    keeps_mails: keepsMails(config),
  })),
})
