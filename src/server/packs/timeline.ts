import type { DefencePack } from '#contract/packs.ts'
import type { CaseFile } from './case-file.ts'
import { cardOf, downloadsOf } from './exhibits/common.ts'
import { documentMails } from './exhibits/communications.ts'
import { beforeTravel, firstDocument } from './exhibits/delivery.ts'
import { captured, formatEst, formatMoney, formatUsDate, truncate } from './exhibits/format.ts'

interface Entry {
  /** An instant, or a day `YYYY-MM-DD`, which comes after the instants of that day. */
  at: Date | string | null | undefined
  what: string
  /** The exhibits that show it; the first that the pack has is named. */
  exhibits: readonly string[]
}

/** An instant that a landing site sent. */
const instantOf = (text: string | undefined): Date | null => {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}

const timeOf = (at: Date | string): number =>
  typeof at === 'string' ? Date.parse(`${at}T23:59:59Z`) : at.getTime()

const joinCaptured = (...texts: (string | null | undefined | false)[]) => texts.filter(Boolean).join(', ')

function entriesOf(file: CaseFile): Entry[] {
  const { order, customer, refund, disputedAt } = file
  const { payment } = customer
  const document = firstDocument(file)
  const [mail] = documentMails(file)
  const { count, first, last } = downloadsOf(file)
  const termsVersion = captured(payment.terms_version)
  return [
    { at: order.created_at, what: 'Order placed', exhibits: ['ordered'] },
    {
      at: instantOf(payment.paid_at),
      what: joinCaptured('Order paid', formatMoney(order.amount, order.currency), cardOf(payment)),
      exhibits: ['transaction', 'ordered'],
    },
    {
      at: instantOf(payment.terms_accepted_at),
      what: joinCaptured('Terms accepted', termsVersion && `version ${truncate(termsVersion)}`),
      exhibits: ['terms'],
    },
    {
      at: document?.created_at,
      what: joinCaptured(
        'Approved document available',
        beforeTravel(document?.created_at, order.travel_date),
      ),
      exhibits: ['delivered'],
    },
    {
      at: mail?.sent_at,
      what: `Approved document mailed to ${mail?.recipient}`,
      exhibits: ['mails', 'communications'],
    },
    { at: first, what: count > 1 ? `First download of ${count}` : 'Download', exhibits: ['downloads'] },
    { at: count > 1 ? last : null, what: `Last download of ${count}`, exhibits: ['downloads'] },
    // After a late document the day of travel is no help.
    {
      at: document && beforeTravel(document.created_at, order.travel_date) ? order.travel_date : null,
      what: 'Travel date',
      exhibits: ['ordered', 'traveller'],
    },
    {
      at: order.refund_date,
      what: joinCaptured(
        'Refunded',
        formatMoney(refund?.amount, refund?.currency),
        refund?.reference && `reference ${truncate(refund.reference)}`,
      ),
      exhibits: ['refunds'],
    },
    { at: disputedAt, what: 'Dispute recorded', exhibits: [] },
  ]
}

/** The main events of a case, oldest first (product §13). */
export function timelineOf(
  file: CaseFile,
  letterOf: (key: string) => string | undefined,
): DefencePack['timeline'] {
  return entriesOf(file)
    .flatMap(({ at, ...entry }) => (at ? [{ at, ...entry }] : []))
    .toSorted((a, b) => timeOf(a.at) - timeOf(b.at))
    .map(({ at, what, exhibits }) => ({
      at: (typeof at === 'string' ? formatUsDate(at) : formatEst(at)) ?? '',
      what,
      letter: exhibits.map(letterOf).find((letter) => letter !== undefined) ?? '',
    }))
}
