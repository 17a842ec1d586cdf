import * as z from 'zod/mini'
import { identifierNames } from '#contract/rules/document-identifiers.ts'
import type { Seal } from '#server/platform/seal.ts'

const identifier = z.enum(identifierNames)
const values = { identifier, document: z.string(), order: z.string() }

/** How the file stands to an order, as `compareDocument` found. */
const comparison = z.object({
  agrees: z.array(identifier),
  contradicts: z.array(z.object(values)),
  evidence: z.array(z.string()),
  values: z.array(z.object({ ...values, agrees: z.nullable(z.boolean()) })),
})

const proposalContent = z.object({
  name: z.string(),
  text: z.string(),
  qrText: z.string(),
  addressedTo: z.array(z.number()),
  /** The sender of its mail; empty where a member dropped it. */
  sender: z.string(),
  /** The name and the travel date that it prints; empty where it has none. */
  reads: z._default(z.object({ name: z.string(), date: z.string() }), { name: '', date: '' }),
  /** With each order that it may be of: made when it was read, and anew when the order is corrected. */
  comparisons: z._default(z.array(z.object({ orderId: z.number(), comparison })), []),
})

/** What is kept, sealed, of a proposed file. */
export type ProposalContent = z.infer<typeof proposalContent>

/** More text than an official document has; nothing reads what comes after. */
const maxTextChars = 20_000
export const shortenText = (text: string): string => text.slice(0, maxTextChars)

/** Of a file that has not been read. */
export const unread = { text: '', qrText: '', reads: { name: '', date: '' }, comparisons: [] }

export const sealContent = (seal: Seal, storedAs: string, content: ProposalContent): Buffer =>
  seal.seal('proposals.sealed', storedAs, content)

export const openContent = (
  seal: Pick<Seal, 'open'>,
  { stored_as, sealed }: { stored_as: string; sealed: Buffer },
): ProposalContent => seal.open(proposalContent, 'proposals.sealed', stored_as, sealed)
