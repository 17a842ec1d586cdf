import * as z from 'zod/mini'
import type { Seal } from '#server/platform/seal.ts'
import type { ReadDocument } from './compare-document.ts'

const proposalContent = z.object({
  name: z.string(),
  text: z.string(),
  qrText: z.string(),
  addressedTo: z.array(z.number()),
  /** The sender of its mail; empty where a member dropped it. */
  sender: z.string(),
})

/** What is kept, sealed, of a proposed file. */
export interface ProposalContent extends ReadDocument {
  sender: string
}

/** More text than an official document has. */
const maxTextChars = 20_000

export const sealContent = (seal: Seal, storedAs: string, content: ProposalContent): Buffer =>
  seal.seal('proposals.sealed', storedAs, { ...content, text: content.text.slice(0, maxTextChars) })

export const openContent = (
  seal: Pick<Seal, 'open'>,
  { stored_as, sealed }: { stored_as: string; sealed: Buffer },
): ProposalContent => seal.open(proposalContent, 'proposals.sealed', stored_as, sealed)
