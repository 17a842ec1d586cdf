import type { CaseFile } from '../case-file.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { requestLabels, type RequestState } from '#contract/rules/customer-requests.ts'
import type { ExhibitDraft } from './common.ts'
import { captured, formatEst, formatUsDate, table } from './format.ts'

type Mail = CaseFile['mails'][number]

const mailKindLabels: Record<string, string> = {
  approved: 'Approved document',
  reminder: 'Approved document',
  refund: 'Refund',
  invoice: 'Invoice',
  answer: 'Answer to the customer',
  link: 'Link to the order',
  request: 'Request of the customer',
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

const endLabels = {
  stopped: 'Stopped at once, as the customer asked',
  granted: 'Request granted',
  refused: 'Request refused',
} as const satisfies Record<Exclude<RequestState, 'open'>, string>

interface RequestStep {
  at: Date
  what: string
  by: string | null
  text: string
}

/** What the customer asked on the order's page, and what was answered, each in the words that were written. */
export const requestSteps = ({ requests }: Pick<CaseFile, 'requests'>): RequestStep[] =>
  requests.flatMap(({ about, text, asked_at, state, ended_at, by, answer, refund_by: refundBy }) => {
    const asked = {
      at: new Date(asked_at),
      what: `Request of the customer: ${requestLabels[about]}`,
      by: 'the customer, on the order’s page',
      text,
    }
    if (state === 'open' || ended_at === null) return [asked]
    const promise = refundBy && `Refund promised by ${formatUsDate(refundBy)}`
    const told = [answer, promise].filter(Boolean).join('\n')
    return [asked, { at: new Date(ended_at), what: endLabels[state], by, text: told }]
  })

/** Mails, requests and remarks in the order in which they happened; remarks on the dispute itself prove nothing. */
export function communications(file: CaseFile, remarks: CaseFile['remarks']): ExhibitDraft['blocks'] {
  const entries = [
    ...arrivedMails(file).map((mail) => ({
      at: mail.created_at,
      cells: [`Mail: ${mailLabel(mail)}`, mail.recipient, maskCards(describeMail(mail))],
    })),
    ...requestSteps(file).map(({ at, what, by, text }) => ({
      at,
      cells: [what, captured(by), maskCards(text)],
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
