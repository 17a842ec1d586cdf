import * as z from 'zod/mini'
import {
  bulkResult,
  comparedValues,
  expectedState,
  nullableText,
  orderId,
  pageQuery,
  rowId,
} from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { identifierNames } from './rules/document-identifiers.ts'
import { statuses } from './rules/statuses.ts'

/** Files of one call. */
export const maxProposedFiles = 50
/** Bytes of one call, all files together: they are read before the first is stored. */
export const maxProposedBytes = 100 * 1024 * 1024
/** Maximum of one call, and of one undo. */
export const maxSentProposals = 100

const identifier = z.enum(identifierNames)

const candidate = z.object({
  orderId: z.number(),
  /** The traveller, and facts of the order for its row. */
  name: z.string(),
  process_status: z.enum(statuses),
  travel_date: nullableText,
  window_opens_on: nullableText,
  due_at: nullableText,
  processing_date: nullableText,
  documents: z.number(),
  agrees: z.array(identifier),
  /** Both values; only the last characters of passport numbers. */
  contradicts: z.array(z.object({ identifier, document: z.string(), order: z.string() })),
})
export type Candidate = z.infer<typeof candidate>

/** A file that may be an approved document, and its candidates, the best first. */
export const proposal = z.object({
  id: z.number(),
  file: z.object({ name: z.string(), content_type: z.string(), size: z.number() }),
  preview: z.boolean(),
  source: z.enum(['dropped', 'official mail']),
  /** The member who dropped it, or the sender of the mail. */
  by: z.string(),
  at: z.string(),
  /** Name and travel date in its text, if it has one. */
  reads: z.object({ name: z.string(), date: z.string(), hasText: z.boolean() }),
  candidates: z.array(candidate),
  /** Two identifiers agree, none contradicts, and no other open order fits as well. */
  certain: z.boolean(),
})
export type Proposal = z.infer<typeof proposal>

export const matchDocuments = endpoint({
  method: 'POST',
  path: '/admin/match-documents',
  summary: 'Propose files as approved documents of the orders that they name',
  allow: 'workOrders',
  body: z.strictObject({}),
  file: 'documents',
  maxFiles: maxProposedFiles,
  maxBodyBytes: maxProposedBytes + 1024 * 1024,
  reply: z.object({
    data: z.object({
      proposals: z.array(proposal),
      /** Files that were refused, with reasons. */
      refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
  }),
})

export const listProposals = endpoint({
  method: 'GET',
  path: '/admin/proposals',
  listsPeople: true,
  summary: 'Documents proposed: what has to be decided first, the newest first; of one order with orderId',
  allow: 'workOrders',
  query: z.extend(pageQuery, { orderId: z.optional(orderId) }),
  reply: z.object({
    data: z.array(proposal),
    /** Number of proposals, and of those that were certain when they were read. */
    count: z.number(),
    certainCount: z.number(),
  }),
})

export const compareProposal = endpoint({
  method: 'GET',
  path: '/admin/proposals/:id/compare/:orderId',
  summary: 'What a proposed document says beside what an order says',
  allow: 'workOrders',
  params: z.object({ id: rowId, orderId }),
  reply: z.object({
    data: z.object({
      values: comparedValues,
    }),
  }),
})

export const proposalPage = endpoint({
  method: 'GET',
  path: '/admin/proposals/:id/page',
  summary: 'The picture of a proposed document’s first page',
  allow: 'workOrders',
  params: z.object({ id: rowId }),
  kind: 'file',
  cookie: true,
})

export const sendDocuments = endpoint({
  method: 'POST',
  path: '/admin/send-documents',
  summary: 'Make proposed files the approved documents of orders, mail them and complete the orders',
  allow: 'workOrders',
  body: z.strictObject({
    proposals: z
      .array(z.strictObject({ id: rowId, orderId, ...expectedState }))
      .check(
        z.minLength(1, 'Please select a document.'),
        z.maxLength(maxSentProposals, `At most ${maxSentProposals} documents at once.`),
      ),
  }),
  reply: z.object({
    data: z.extend(bulkResult, {
      /** Orders that stay open, because a traveller lacks a document (product §3). */
      leftOpen: z.array(z.number()),
      /** Orders with a delayed mail, with reasons. */
      warnings: z.array(z.object({ orderId: z.number(), warnings: z.array(z.string()) })),
      secondsToMail: z.number(),
    }),
  }),
})

export const dismissProposal = endpoint({
  method: 'PUT',
  path: '/admin/dismiss-proposal',
  summary: 'Say that a proposed file is no document, or that it is one after all',
  allow: 'workOrders',
  body: z.strictObject({ id: rowId, dismissed: z._default(z.boolean(), true) }),
})
