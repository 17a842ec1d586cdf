import type { DefencePack, DefencePackType } from '#contract/packs.ts'
import type { CaseFile } from '#server/packs/case-file.ts'
import type { ClaimKey } from '#server/packs/claims.ts'

type Change = (file: CaseFile) => CaseFile

export interface ClaimCase {
  /** In letter, time line and summaries of exhibits while it is claimed. */
  words: RegExp
  /** Titles of the exhibits that show it; a pack has at most one of them. */
  titles: string[]
  /** In such an exhibit while it is claimed. */
  shown: RegExp
  packs: DefencePackType[]
  /** Its label in readiness. */
  ready?: string
  /** Gives a full case file the evidence, where it has other. */
  given?: Change
  without: Change
}

const both: DefencePackType[] = [1, 2]

const withoutPayment =
  (...keys: string[]): Change =>
  (file) => {
    const payment = Object.fromEntries(
      Object.entries(file.customer.payment).filter(([key]) => !keys.includes(key)),
    )
    return { ...file, customer: { ...file.customer, payment } }
  }
const withOrder =
  (changes: Partial<CaseFile['order']>): Change =>
  (file) => ({ ...file, order: { ...file.order, ...changes } })
const withMails =
  (changes: Partial<CaseFile['mails'][number]>): Change =>
  (file) => ({ ...file, mails: file.mails.map((mail) => ({ ...mail, ...changes })) })
const withDownloads =
  (changes: Pick<CaseFile['downloads'][number], 'received' | 'bytes_sent' | 'completed'>): Change =>
  (file) => ({ ...file, downloads: file.downloads.map((download) => ({ ...download, ...changes })) })
const onlyAsked = withDownloads({ received: 'asked', bytes_sent: null, completed: false })

const transaction = ['Transaction and authorisation', 'What was ordered']
const mails = ['Communications that show identity', 'Mail events']

/** Every claim but the order itself. */
export const claimCases = {
  amount: {
    words: / for [\d.]+ USD/,
    titles: transaction,
    shown: /"Amount"/,
    packs: both,
    ready: 'Amount',
    without: withOrder({ amount: null, currency: null }),
  },
  card: {
    words: /with the card Visa|Order paid, .*Visa/,
    titles: transaction,
    shown: /"Card"/,
    packs: both,
    without: withoutPayment('card_brand', 'card_last4'),
  },
  checked: {
    words: /supported by the card issuer/,
    titles: transaction,
    shown: /"Address check \(AVS\)"|"Security code \(CVV\)"|"3-D Secure"/,
    packs: [1],
    ready: '3-D Secure',
    without: withoutPayment('avs_result', 'cvv_result', 'three_d_secure_result'),
  },
  paid: {
    words: /Order paid/,
    titles: transaction,
    shown: /"Paid"/,
    packs: both,
    ready: 'Time of payment',
    without: withoutPayment('paid_at'),
  },
  identity: {
    words: /the payer and the recipient of the document match/,
    titles: ['Link between buyer and traveller'],
    shown: /"Match"/,
    packs: [1],
    ready: 'Buyer and traveller linked',
    without: (file) => withMails({ state: 'kept' })(withOrder({ traveller_email: '' })(onlyAsked(file))),
  },
  earlierOrders: {
    words: /criteria of Compelling Evidence 3\.0/,
    titles: ['Earlier undisputed orders (Compelling Evidence 3.0)'],
    shown: /Criteria met/,
    packs: [1],
    ready: 'Compelling Evidence 3.0',
    without: (file) => ({ ...file, priorTransactions: { ...file.priorTransactions, isEligible: false } }),
  },
  termsAccepted: {
    words: /Terms accepted|accepted the terms/,
    titles: ['Terms accepted', 'Terms in full'],
    shown: /"Version accepted"|"Terms accepted"/,
    packs: both,
    ready: 'Time of acceptance',
    without: withoutPayment('terms_version', 'terms_accepted_at'),
  },
  disclosed: {
    words: /[Dd]isclosure (in version|shown|accepted)/,
    titles: ['Disclosure at the sale'],
    shown: /"Version of the disclosure"/,
    packs: both,
    ready: 'Version of the disclosure',
    without: withoutPayment('disclosure_version'),
  },
  available: {
    words: /pproved document (was )?available/,
    titles: ['What was delivered, and when'],
    shown: /"Document available"/,
    packs: both,
    ready: 'Approved document',
    without: (file) => ({ ...file, documents: [] }),
  },
  mailed: {
    words: /Approved document mailed to/,
    titles: mails,
    shown: /Approved document/,
    packs: both,
    ready: 'Mail with the document',
    without: withMails({ state: 'kept', sent_at: null, provider_message_id: null, delivered_at: null }),
  },
  delivered: {
    words: /delivered to the mailbox/,
    titles: mails,
    shown: /delivered to the mailbox, by a report of Amazon SES/,
    packs: both,
    without: withMails({ delivered_at: null }),
  },
  downloaded: {
    words: /downloaded (once|\d+ times)|First download of|who downloaded|the customer received/,
    titles: ['Download log'],
    shown: /"complete"/,
    packs: both,
    ready: 'Download by the customer',
    without: onlyAsked,
  },
  downloadedInPart: {
    words: /downloaded in part|Download, received in part/,
    titles: ['Download log'],
    shown: /in part, 7 bytes/,
    packs: both,
    given: withDownloads({ received: 'part', bytes_sent: 7, completed: false }),
    without: onlyAsked,
  },
  inTime: {
    words: /before the travel date|"Travel date"/,
    titles: ['What was ordered'],
    shown: /"Travel date"/,
    packs: both,
    ready: 'Travel date',
    without: withOrder({ travel_date: null }),
  },
  refunded: {
    words: /was refunded on|"Refunded/,
    titles: ['Refund'],
    shown: /"Refunded"/,
    packs: both,
    ready: 'Refund with its reference',
    without: (file) => ({ ...withOrder({ refund_date: null })(file), refund: undefined }),
  },
  disputed: {
    words: /Dispute recorded/,
    titles: ['Earlier undisputed orders (Compelling Evidence 3.0)'],
    shown: /"Dispute recorded"/,
    packs: both,
    without: (file) => ({ ...file, disputedAt: null }),
  },
  asked: {
    words: /Request of the customer: Something is wrong/,
    titles: ['Communications and remarks', 'Communications that show identity'],
    shown: /Request of the customer: Something is wrong/,
    packs: both,
    without: (file) => ({ ...file, requests: [] }),
  },
} satisfies Record<Exclude<ClaimKey, 'ordered'>, ClaimCase>

export interface ClaimSeen {
  claimed: boolean
  /** Null if the pack has no exhibit for it. */
  shown: boolean | null
  cited: boolean | null
  ready: boolean | null
}

/** Where a pack claims it. */
export function readClaim(
  { letter, timeline, exhibits, readiness }: DefencePack,
  { words, titles, shown, ready }: ClaimCase,
): ClaimSeen {
  const front = [...letter, ...timeline.map((entry) => JSON.stringify(entry))]
  const texts = [...front, ...exhibits.map((exhibit) => exhibit.shows)]
  const exhibit = exhibits.find(({ title }) => titles.includes(title))
  const stating = front.filter((text) => words.test(text))
  const cites = (text: string) =>
    new RegExp(`exhibits? [^)]*\\b${exhibit?.letter}\\b|"letter":"${exhibit?.letter}"`).test(text)
  const check = readiness.find(({ label }) => label === ready)
  return {
    claimed: texts.some((text) => words.test(text)),
    shown: exhibit ? shown.test(JSON.stringify(exhibit.blocks)) : null,
    cited: exhibit && stating.length > 0 ? stating.some(cites) : null,
    ready: check ? check.state === 'captured' : null,
  }
}
