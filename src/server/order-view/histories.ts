import type { OrderDetails } from '#contract/order-details.ts'
import { receivedOf } from '#contract/rules/downloads.ts'
import { estUsDate, estUsTime, wireInstant } from '#contract/rules/dates.ts'
import { travellerName, type Traveller } from '#contract/rules/travellers.ts'
import { documentName } from '#server/documents/documents.ts'
import { openSubject } from '#server/platform/mail/mail-content.ts'
import { openOptionalText, openText, type Seal } from '#server/platform/seal.ts'
import type { OrderViewRow } from './order-view.queries.ts'

type YesFlag = 'Y' | ''
const yesFlag = (is: boolean): YesFlag => (is ? 'Y' : '')

const instant = (text: string): string => wireInstant(new Date(text))

/** Decodes bytea as JSON writes it: `\x` and hexadecimal digits. */
export const bytesIn = (text: string): Buffer => Buffer.from(text.slice('\\x'.length), 'hex')

export const bytesOf = (text: string | null): Buffer | null => (text === null ? null : bytesIn(text))

function toRefund(seal: Seal, { order_id: orderId, refund }: OrderViewRow): OrderDetails['refund'] {
  if (!refund) return null
  const { sealed_reference: sealed, ...facts } = refund
  return {
    ...facts,
    reference: openOptionalText(seal, 'refunds.sealed_reference', orderId, bytesOf(sealed)),
  }
}

/** The histories of an order's details: documents and mails (spec §3), downloads, remarks in EST. */
export const toHistories = (seal: Seal, row: OrderViewRow, travellers: readonly Traveller[]) =>
  ({
    refund: toRefund(seal, row),
    uploadDoc: row.documents.map(({ sealed_name, ...document }) => ({
      file1: document.file1,
      customer_name: row.full_name,
      mail_service_provider: document.mail_service_provider,
      name: documentName(seal, { ...document, sealed_name: bytesIn(sealed_name) }),
      size: document.size,
      content_type: document.content_type,
      created_at: instant(document.created_at),
      traveller: document.traveller,
      traveller_name: document.traveller === null ? null : travellerName(travellers, document.traveller),
      pages: document.pages,
      unchecked: document.unchecked,
    })),
    mailHistory: row.mails.map(({ sealed_subject, ...mail }) => ({
      order_id: row.order_id,
      create_ts: instant(mail.created_at),
      remainder_mail: yesFlag(mail.is_resend),
      uploadDoc: mail.file1 ?? '',
      kind: mail.kind,
      to: mail.recipient,
      provider: mail.provider,
      state: mail.state,
      id: mail.id,
      subject: openSubject(seal, { ...mail, sealed_subject: bytesIn(sealed_subject) }),
      state_at: instant(mail.state_at ?? mail.sent_at ?? mail.attempted_at ?? mail.created_at),
      error: mail.error,
      complained: mail.complained_at !== null,
    })),
    downloadHistory: row.downloads.map(({ at, bytes_sent, completed, ...download }) => ({
      ...download,
      create_ts: instant(at),
      received: receivedOf({ bytes_sent, completed }),
    })),
    remark: row.remarks.map(({ sealed_remark, ...remark }) => ({
      order_id: row.order_id,
      us_date: estUsDate(new Date(remark.at)),
      us_time: estUsTime(new Date(remark.at)),
      remark_name: remark.by ?? '-',
      remark: openText(seal, 'remarks.sealed_remark', row.order_id, bytesIn(sealed_remark)),
      whatsapp: yesFlag(remark.whatsapp),
      telephone: yesFlag(remark.telephone),
      status_refund: yesFlag(remark.status_refund),
      voided: yesFlag(remark.voided),
      chargeback: yesFlag(remark.chargeback),
      report_error: '',
    })),
  }) satisfies Partial<OrderDetails>
