import type { Status } from '#contract/rules/statuses.ts'

/** One mail that came in: to the newest order of a status whose last event is older. */
export interface DemoReply {
  status: Status
  minutesAgo: number
  /** Without one it comes from the order's own address. */
  from?: { name: string; address: string }
  subject: string
  text: string
  /** A document as the customs office sends it. */
  attachment?: 'approval'
  automatic?: true
}

const customsOffice = { name: 'Layanan e-CD', address: 'layanan@bea-cukai.example' }

/** The demo's inbox: replies, a document from the customs office, an out-of-office note. */
export const demoReplies: readonly DemoReply[] = [
  {
    status: 'Awaiting',
    minutesAgo: 12,
    subject: 'Re: What we still need from you',
    text: 'Dear team,\n\nthe missing digit of my passport number is 7 at the very end. Sorry for the trouble.\n\nKind regards',
  },
  {
    status: 'Awaiting',
    minutesAgo: 47,
    subject: 'Re: Your customs declaration',
    text: 'Hello,\n\nthe camera cost 1,699 US dollars. I bought it two years ago and take it home again.\n\nDo I need the receipt with me?',
  },
  {
    status: 'AwaitingGovt',
    minutesAgo: 25,
    from: customsOffice,
    subject: 'Persetujuan deklarasi',
    text: 'Terlampir dokumen persetujuan untuk deklarasi tersebut.',
    attachment: 'approval',
  },
  {
    status: 'Contact Customer',
    minutesAgo: 95,
    from: { name: 'Anna', address: 'anna.on.the.road@example.net' },
    subject: 'My order',
    text: 'I write from the address of my sister, mine does not work here. We land a day later, on the same flight. Can you change it?',
  },
  {
    status: 'Completed',
    minutesAgo: 130,
    subject: 'Out of office',
    text: 'I am travelling and read my mail again next week.',
    automatic: true,
  },
]
