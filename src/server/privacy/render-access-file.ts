import { draw } from '#server/platform/pdf/draw.ts'
import type { Sheet, Block } from '#server/platform/pdf/flow-types.ts'
import { layOut } from '#server/platform/pdf/flow.ts'
import { createPdfDraft, finishPdf } from '#server/platform/pdf/pdf-draft.ts'
import { requestLabels } from '#contract/rules/customer-requests.ts'
import { disputeStageRules } from '#contract/rules/disputes.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { receivedLabels } from '#contract/rules/downloads.ts'
import { mailStateLabels } from '#contract/rules/mail-states.ts'
import { actionLabel } from '#contract/rules/order-events.ts'
import { ownColumnNames, ownColumns } from '#contract/rules/order-columns.ts'
import {
  arrivalGroups,
  departureGroups,
  isDeclarationKey,
  labelForUnknownField,
  type FieldGroup,
} from '#contract/rules/order-fields.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import type { AccessFile } from './access-file.ts'

/** A4, in points. */
const sheet: Sheet = { width: 595.28, height: 841.89, top: 72, bottom: 64, left: 56, right: 56 }
const fontSize = 9
const maxPages = 10_000

export async function renderAccessFile(file: AccessFile): Promise<Buffer> {
  const pdf = createPdfDraft({
    title: file.title,
    author: file.made_by,
    subject: file.orders.map(({ order_id: orderId }) => orderId).join(', '),
    createdAt: new Date(file.made_at),
  })
  const flow = layOut(accessFileBlocks(file), { book: pdf.book, sheet, size: fontSize, maxPages })
  if (!flow) throw new Error(`an access file needs more than ${maxPages} pages`)
  draw(pdf, flow, sheet, { head: { start: file.title, end: file.email }, foot: 'UU 27/2022' })
  return finishPdf(pdf)
}

type Order = AccessFile['orders'][number]
type Dispute = Order['disputes'][number]
type Rows = readonly (readonly string[])[]

const heading = (level: 1 | 2 | 3, text: string): Block => ({ kind: 'heading', level, text })
const time = (instant: string) => estTimestamp(instant) ?? instant

const facts = (title: string, rows: Rows): Block[] => {
  const filled = rows.filter(([, value]) => value !== '' && value !== undefined)
  if (filled.length === 0) return []
  const columns = [
    { title: 'Field', share: 1 },
    { title: 'Value', share: 3 },
  ]
  return [heading(3, title), { kind: 'table', headless: true, rowHeads: true, columns, rows: filled }]
}

const list = (title: string, titles: readonly [string, number][], rows: Rows): Block[] =>
  rows.length === 0
    ? []
    : [
        heading(3, title),
        { kind: 'table', columns: titles.map(([name, share]) => ({ title: name, share })), rows },
      ]

/** `quantityofGoods` → `quantityof Goods`, `card_last4` → `card last4`: foreign field names as words. */
const words = (key: string) => key.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const rowsOf = (values: object): Rows =>
  Object.entries(values).map(([key, value]) => [words(key), textOf(value)])

function declaration(order: Order): Block[] {
  const values = order as unknown as Record<string, unknown>
  const known = new Set<string>()
  const group = ({ title, fields }: FieldGroup): Block[] => {
    for (const { key } of fields) known.add(key)
    return facts(
      title,
      fields.map(({ key, label }) => [label, textOf(values[key])]),
    )
  }
  const groups = [...arrivalGroups, ...departureGroups].flatMap(group)
  const others = Object.keys(values).filter((key) => isDeclarationKey(key) && !known.has(key))
  return [
    ...groups,
    ...facts(
      'Further fields',
      others.map((key) => [labelForUnknownField(key), textOf(values[key])]),
    ),
  ]
}

const goods = ({ importingGoods }: Order): Block[] =>
  importingGoods.flatMap(({ details, ...answers }, index) => [
    ...facts(`Goods ${index + 1}`, rowsOf(answers)),
    ...details.flatMap((line) => facts('Line of goods', rowsOf(line))),
  ])

const texts = (title: string, entries: readonly { head: string; text: string }[]): Block[] =>
  entries.length === 0
    ? []
    : [
        heading(3, title),
        ...entries.flatMap(({ head, text }): Block[] => [
          { kind: 'paragraph', tone: 'strong', text: head },
          { kind: 'paragraph', text: text || '-' },
        ]),
      ]

const orderFacts = (order: Order): Rows => [
  ['Status', statusLabels[order.process_status].label],
  ...ownColumnNames.flatMap((name) => {
    const { label, kind } = ownColumns[name]
    const value = textOf(order[name])
    return label ? [[label, kind === 'instant' ? time(value) : value]] : []
  }),
  ['Invoice', order.invoice ? `${order.invoice.number}, ${time(order.invoice.issued_at)}` : ''],
  ['Refund', order.refund ? textOf(Object.values(order.refund).filter(Boolean).join(' ')) : ''],
]

const money = ({ amount, currency }: { amount: string | null; currency: string | null }): string =>
  [amount, currency].filter(Boolean).join(' ')

const disputeEnd = ({
  outcome,
  due_at,
  is_due_guessed,
  settled_as,
  settled_at,
  settled_by,
}: Dispute): string =>
  [
    outcome,
    due_at && `to be answered by ${time(due_at)}${is_due_guessed ? ' (a guess)' : ''}`,
    settled_as && settled_at && `${settled_as} ${time(settled_at)}${settled_by ? ` by ${settled_by}` : ''}`,
  ]
    .filter(Boolean)
    .join(', ')

const histories = (order: Order): Block[] => [
  ...list(
    'Documents',
    [
      ['Name', 3],
      ['Traveller', 2],
      ['When', 2],
      ['Bytes', 1],
      ['SHA-256', 4],
    ],
    order.documents.map(({ name, traveller, at, size, sha256 }) => [
      name,
      traveller ?? 'all',
      time(at),
      String(size),
      sha256,
    ]),
  ),
  ...list(
    'Disputes of your payment',
    [
      ['When', 2],
      ['What', 2],
      ['At', 2],
      ['Amount', 1],
      ['What became of it', 3],
    ],
    order.disputes.map((dispute) => [
      time(dispute.opened_at),
      [disputeStageRules[dispute.stage].label, dispute.reason, dispute.network_code]
        .filter(Boolean)
        .join(', '),
      [dispute.gateway, dispute.network, dispute.gateway_dispute_id].filter(Boolean).join(' '),
      money(dispute),
      disputeEnd(dispute),
    ]),
  ),
  ...list(
    'Refunds by the payment gateway',
    [
      ['When', 2],
      ['At', 2],
      ['Payment', 3],
      ['Amount', 1],
    ],
    order.gateway_refunds.map((refund) => [
      time(refund.at),
      refund.gateway,
      refund.charge_id ?? '',
      money(refund),
    ]),
  ),
  ...texts(
    'Mails to you',
    order.mails.map(({ at, to, state, subject, text }) => ({
      head: `${time(at)} to ${to} (${mailStateLabels[state].toLowerCase()}): ${subject}`,
      text,
    })),
  ),
  ...texts(
    'Messages',
    order.messages.map(({ at, by, subject, text, quoted, files }) => ({
      head: `${time(at)} ${by}: ${subject}`,
      text: [text, quoted, ...files.map(({ name }) => `[${name}]`)].filter(Boolean).join('\n\n'),
    })),
  ),
  ...texts(
    'What you asked on your order’s page',
    order.requests.toReversed().map(({ asked_at, about, text, state, ended_at, by, answer }) => ({
      head: [
        `${time(asked_at)} ${requestLabels[about]}: ${state}`,
        ended_at && time(ended_at),
        by && `by ${by}`,
      ]
        .filter(Boolean)
        .join(' '),
      text: [text, answer].filter(Boolean).join('\n\n'),
    })),
  ),
  ...texts(
    'Remarks of staff',
    order.remark.map((remark) => ({
      head: rowsOf(remark)
        .map(([, value]) => value)
        .filter((value) => value !== remark.remark)
        .join(' '),
      text: remark.remark,
    })),
  ),
  ...list(
    'What was done',
    [
      ['When', 2],
      ['By', 2],
      ['What', 2],
      ['Details', 4],
    ],
    order.events.map(({ at, by, action, from, to, details }) => [
      time(at),
      by,
      [actionLabel(action), from && to ? `${from} → ${to}` : ''].filter(Boolean).join(': '),
      Object.keys(details).length > 0 ? textOf(details) : '',
    ]),
  ),
  ...order.downloadHistory.flatMap((download, index) =>
    facts(`Download ${index + 1}, ${receivedLabels[download.received]}`, rowsOf(download)),
  ),
]

const orderBlocks = (order: Order): Block[] => [
  { kind: 'heading', level: 2, text: `Order ${order.order_id}`, newPage: true },
  ...facts('Order', orderFacts(order)),
  ...declaration(order),
  ...order.familyMember.flatMap((member, index) => facts(`Family member ${index + 1}`, rowsOf(member))),
  ...goods(order),
  ...facts('Payment', rowsOf(order.payment)),
  ...histories(order),
]

const accessFileBlocks = (file: AccessFile): Block[] => [
  heading(1, file.title),
  ...facts('Customer', [
    ['Name', file.name],
    ['E-mail', file.email],
    ['Made', time(file.made_at)],
    ['Orders', file.orders.map(({ order_id: orderId }) => orderId).join(', ')],
  ]),
  { kind: 'paragraph', tone: 'quiet', text: 'Times are in EST (UTC−05:00).' },
  ...file.orders.flatMap(orderBlocks),
  ...(file.seen_by.length > 0
    ? [{ kind: 'heading', level: 2, text: 'Who saw it', newPage: true } as const]
    : []),
  ...list(
    'Entries of the audit',
    [
      ['When', 2],
      ['By', 2],
      ['What', 2],
      ['Order', 2],
    ],
    file.seen_by.map(({ at, by, role, what, order_id }) => [
      time(at),
      [by, role].filter(Boolean).join(', '),
      what,
      String(order_id ?? ''),
    ]),
  ),
]
