import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { orderId } from './common-schemas.ts'

export const defencePackTypes = [1, 2] as const
export type DefencePackType = (typeof defencePackTypes)[number]

const packType = z.pipe(
  z.union([z.enum(['1', '2']), z.literal(1), z.literal(2)], 'Defence pack type is 1 or 2.'),
  z.transform((value) => (Number(value) === 1 ? 1 : 2)),
)

const body = z.strictObject({ orderId, defencePackType: packType })

const fact = z.object({ label: z.string(), value: z.string() })
export type Fact = z.infer<typeof fact>

/** The parts of an exhibit. Times are EST and dates `MM-DD-YYYY`, already formatted for print. */
const packBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('note'), text: z.string(), strong: z.boolean() }),
  z.object({
    kind: z.literal('facts'),
    title: z.string(),
    facts: z.array(fact),
  }),
  z.object({
    kind: z.literal('table'),
    title: z.string(),
    /** `share`: the column's relative width. */
    columns: z.array(z.object({ title: z.string(), share: z.number() })),
    rows: z.array(z.array(z.nullable(z.string()))),
  }),
  /** A text in full, such as the terms. */
  z.object({ kind: z.literal('text'), title: z.string(), text: z.string() }),
  /** The first page of a document. */
  z.object({
    kind: z.literal('document'),
    file1: z.string(),
    name: z.string(),
    content_type: z.string(),
    size: z.number(),
    sha256: z.string(),
  }),
])
export type PackBlock = z.infer<typeof packBlock>

const exhibit = z.object({
  letter: z.string(),
  title: z.string(),
  /** One sentence on what the exhibit proves. */
  shows: z.string(),
  blocks: z.array(packBlock),
  /** Hexadecimal hash of `{letter, title, shows, blocks}` as JSON in UTF-8, keys sorted, without white space. */
  sha256: z.string(),
})
export type Exhibit = z.infer<typeof exhibit>

/** One item that strengthens the pack, whether it was captured, and how to obtain it. */
const readiness = z.object({
  label: z.string(),
  /** `cannot be shown`: the item is in the records, and its exhibit cannot show it. */
  state: z.enum(['captured', 'missing', 'cannot be shown']),
  note: z.string(),
  /** The exhibit that shows it; empty while the pack has none. */
  letter: z.string(),
})
export type Readiness = z.infer<typeof readiness>

const defencePack = z.object({
  order_id: z.number(),
  defencePackType: z.union([z.literal(1), z.literal(2)]),
  title: z.string(),
  /** The cardholder's claim that the pack disputes. */
  claim: z.string(),
  reason_codes: z.string(),
  version: z.string(),
  generated_at: z.string(),
  generated_by: z.string(),
  /** The answer to the claim, in at most three sentences. */
  letter: z.array(z.string()),
  /** The main events, oldest first, each with the letter of the exhibit that shows it, or none. */
  timeline: z.array(z.object({ at: z.string(), what: z.string(), letter: z.string() })),
  /** What the pack leaves out, and that it can be had. */
  notes: z.array(z.string()),
  case_facts: z.array(fact),
  exhibits: z.array(exhibit),
  readiness: z.array(readiness),
})
export type DefencePack = z.infer<typeof defencePack>

export const defencePackDetails = endpoint({
  method: 'POST',
  path: '/admin/defence-pack-details',
  summary: 'What a defence pack holds, and what of it was captured',
  allow: 'workOrders',
  body,
  reply: z.object({ data: defencePack }),
})

export const defencePackPdf = endpoint({
  method: 'POST',
  path: '/admin/get-defence-pack-pdf',
  summary: 'A defence pack as PDF; each is an event of the order with its SHA-256',
  allow: 'workOrders',
  body,
  kind: 'pdf',
})
