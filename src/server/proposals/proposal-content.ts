import * as z from 'zod/mini'
import { uncheckedReasons } from '#contract/rules/document-faults.ts'
import { identifierNames } from '#contract/rules/document-identifiers.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import type { Seal } from '#server/platform/seal.ts'

const identifier = z.enum(identifierNames)
const values = { identifier, document: z.string(), order: z.string() }

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
  pages: z._default(z.number(), 0),
  unchecked: z._default(z.nullable(z.enum(keysOf(uncheckedReasons))), null),
  addressedTo: z.array(z.number()),
  /** The sender of its mail; empty if a member dropped the file. */
  sender: z.string(),
  /** The name and the travel date that the file prints; empty without them. */
  reads: z._default(z.object({ name: z.string(), date: z.string() }), { name: '', date: '' }),
  /** With each candidate order: made when the file was read, and again when the order is corrected. */
  comparisons: z._default(z.array(z.object({ orderId: z.number(), comparison })), []),
})

export type ProposalContent = z.infer<typeof proposalContent>

/** More text than an official document has; the rest is not read. */
const maxTextChars = 20_000
export const shortenText = (text: string): string => text.slice(0, maxTextChars)

/** The content of an unread file. */
export const unread = {
  text: '',
  qrText: '',
  pages: 0,
  unchecked: null,
  reads: { name: '', date: '' },
  comparisons: [],
}

export const sealContent = (seal: Seal, storedAs: string, content: ProposalContent): Buffer =>
  seal.seal('proposals.sealed', storedAs, content)

export const openContent = (
  seal: Pick<Seal, 'open'>,
  { stored_as, sealed }: { stored_as: string; sealed: Buffer },
): ProposalContent => seal.open(proposalContent, 'proposals.sealed', stored_as, sealed)
