import type { CaseFile } from '../case-file.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import type { ExhibitDraft } from './common.ts'
import { captured, formatEst, table } from './format.ts'

type Mail = CaseFile['mails'][number]

const mailKindLabels: Record<string, string> = {
  approved: 'Approved document',
  reminder: 'Approved document',
  refund: 'Refund',
  invoice: 'Invoice',
  answer: 'Answer to the customer',
  link: 'Link to the order',
}

export const mailLabel = ({ kind, is_resend }: Pick<Mail, 'kind' | 'is_resend'>): string =>
  `${mailKindLabels[kind] ?? 'Message'}${is_resend ? ', sent again' : ''}`

const senders: Record<string, string> = {
  AWS: 'Amazon SES',
  Sendgrid: 'SendGrid',
  SMTP: 'the mail server (SMTP)',
}
const senderOf = (provider: string): string => senders[provider] ?? 'the mail provider'

/** What is proven of a mail, and by whose report; '' of one that bounced, or of which no provider has answered. */
export function mailStateLabel({ state, provider, provider_message_id: answer, delivered_at }: Mail): string {
  if (state !== 'sent' && state !== 'delivered') return ''
  if (delivered_at)
    return provider === 'SMTP'
      ? 'delivered to the mailbox, by a delivery notice that came by mail'
      : `delivered to the mailbox, by a report of ${senderOf(provider)}`
  return answer === null ? '' : `accepted by ${senderOf(provider)}, by its answer`
}

/** The mails that are known to have left and not to have bounced. */
export const arrivedMails = ({ mails }: Pick<CaseFile, 'mails'>): Mail[] =>
  mails.filter((mail) => mailStateLabel(mail) !== '')

export const documentMails = (file: CaseFile): Mail[] =>
  arrivedMails(file).filter(({ kind }) => kind === 'approved' || kind === 'reminder')

const remarkLabel = (remark: CaseFile['remarks'][number]): string =>
  [
    'Remark',
    remark.whatsapp && 'WhatsApp',
    remark.telephone && 'telephone',
    remark.status_refund && 'refund',
    remark.voided && 'voided',
  ]
    .filter(Boolean)
    .join(', ')

const describeMail = (mail: Mail): string =>
  [mail.subject, mail.englishSubject && `In English: ${mail.englishSubject}`, `(${mailStateLabel(mail)})`]
    .filter(Boolean)
    .join('\n')

/** Mails and remarks in the order in which they happened; remarks on the dispute itself prove nothing. */
export function communications(file: CaseFile, remarks: CaseFile['remarks']): ExhibitDraft['blocks'] {
  const entries = [
    ...arrivedMails(file).map((mail) => ({
      at: mail.created_at,
      cells: [`Mail: ${mailLabel(mail)}`, mail.recipient, maskCards(describeMail(mail))],
    })),
    ...remarks
      .filter(({ chargeback }) => !chargeback)
      .map((remark) => ({
        at: remark.at,
        cells: [remarkLabel(remark), captured(remark.by), maskCards(remark.remark)],
      })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return table(
    '',
    { 'When (EST)': 17, What: 17, 'To, by': 20, Text: 46 },
    entries.map(({ at, cells }) => [formatEst(at), ...cells]),
  )
}
