import { actorNames } from './actor-names.ts'
import * as z from 'zod/mini'

/** A value before and after a change. */
const replaced = z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })
const nothing = z.object({})
const ofDocument = z.object({ file1: z.string(), name: z.string() })
const ofInvoice = z.object({ number: z.string(), to: z.string() })
/** What a customer asked, and the words of the customer, or of the member who answered. */
const ofRequest = z.object({ about: z.string(), text: z.string() })
const ofDispute = z.object({ dispute: z.number(), stage: z.string(), reason: z.string() })
/** A provider's report on a mail. */
const ofReport = z.object({ reason: z.string() })

interface EventDefinition {
  label: string
  icon:
    | 'alert'
    | 'block'
    | 'card'
    | 'download'
    | 'eye'
    | 'file'
    | 'flag'
    | 'invoice'
    | 'mail'
    | 'note'
    | 'pen'
    | 'reply'
    | 'send'
    | 'status'
    | 'tick'
    | 'undo'
    | 'upload'
    | 'user'
  /** Schema of the details. Events are permanent: those of an older version may have fewer or more keys. */
  details: z.ZodMiniType<Record<string, unknown>>
  /** Whether it may change status, assignee or dates, which undo and Restore revert (product §3). */
  undo: boolean
}

/** Every event of an order, by its action in `order_events`. */
export const orderEvents = {
  created: {
    label: 'Created',
    icon: 'file',
    // Set by an import: the time, and an assignee who is no member.
    details: z.object({ imported_at: z.optional(z.string()), assign_to: z.optional(z.string()) }),
    undo: false,
  },
  assigned: { label: 'Assigned', icon: 'user', details: nothing, undo: true },
  released: { label: 'Released', icon: 'user', details: nothing, undo: true },
  moved: { label: 'Moved', icon: 'status', details: nothing, undo: true },
  deleted: { label: 'Deleted', icon: 'status', details: nothing, undo: true },
  refunded: { label: 'Refunded', icon: 'status', details: nothing, undo: true },
  // The whole sum that it refunded of a charge until then.
  'refunded by gateway': {
    label: 'Refunded by gateway',
    icon: 'card',
    details: z.object({ amount: z.string(), currency: z.string() }),
    undo: false,
  },
  'completed by upload': { label: 'Completed by upload', icon: 'status', details: nothing, undo: true },
  undone: { label: 'Undone', icon: 'undo', details: nothing, undo: true },
  restored: { label: 'Restored', icon: 'undo', details: nothing, undo: true },
  'transaction saved': {
    label: 'Transaction saved',
    icon: 'card',
    details: z.object({ transaction_id: replaced, merchant_name: replaced }),
    undo: false,
  },
  'chargeback recorded': {
    label: 'ChargeBack recorded',
    icon: 'flag',
    details: z.object({ due_on: replaced, reason_code: replaced, outcome: replaced }),
    undo: false,
  },
  'asked by the customer': { label: 'Asked by the customer', icon: 'reply', details: ofRequest, undo: false },
  'stopped by the customer': {
    label: 'Stopped by the customer',
    icon: 'block',
    details: ofRequest,
    undo: true,
  },
  'request granted': { label: 'Request granted', icon: 'tick', details: ofRequest, undo: false },
  'request refused': { label: 'Request refused', icon: 'block', details: ofRequest, undo: false },
  'filing begun': { label: 'Filing begun', icon: 'pen', details: nothing, undo: false },
  'dispute recorded': { label: 'Dispute recorded', icon: 'flag', details: ofDispute, undo: false },
  'dispute changed': {
    label: 'Dispute changed',
    icon: 'flag',
    details: z.extend(ofDispute, { changes: z.record(z.string(), replaced) }),
    undo: false,
  },
  'dispute linked': { label: 'Dispute linked', icon: 'flag', details: ofDispute, undo: false },
  corrected: {
    label: 'Corrected',
    icon: 'pen',
    // The keys of the fields; their values are sealed with the event.
    details: z.object({ fields: z.array(z.string()), reason: z.string() }),
    undo: false,
  },
  'remark added': { label: 'Remark added', icon: 'note', details: nothing, undo: false },
  'document uploaded': {
    label: 'Document uploaded',
    icon: 'upload',
    details: z.object({
      file1: z.string(),
      name: z.string(),
      /** Bytes. */
      size: z.number(),
      sha256: z.string(),
      cameByMailFrom: z.optional(z.string()),
    }),
    undo: false,
  },
  'document withdrawn': {
    label: 'Document withdrawn',
    icon: 'block',
    details: z.object({ name: z.string(), reason: z.string() }),
    undo: false,
  },
  'document restored': {
    label: 'Document restored',
    icon: 'undo',
    details: z.object({ name: z.string() }),
    undo: false,
  },
  'document checked': {
    label: 'Document checked',
    icon: 'eye',
    details: z.object({ name: z.string() }),
    undo: false,
  },
  'document check taken back': {
    label: 'Document check taken back',
    icon: 'undo',
    details: z.object({ name: z.string() }),
    undo: false,
  },
  'proposed document dismissed': {
    label: 'Proposed document dismissed',
    icon: 'block',
    details: z.object({ name: z.string() }),
    undo: false,
  },
  'proposed document reopened': {
    label: 'Proposed document reopened',
    icon: 'undo',
    details: z.object({ name: z.string() }),
    undo: false,
  },
  'document previewed': { label: 'Document previewed', icon: 'eye', details: ofDocument, undo: false },
  downloaded: { label: 'Downloaded', icon: 'download', details: ofDocument, undo: false },
  'mail queued again': {
    label: 'Mail queued again',
    icon: 'mail',
    details: z.object({ kind: z.string(), name: z.string(), to: z.string(), provider: z.string() }),
    undo: false,
  },
  'mail bounced': { label: 'Mail bounced', icon: 'alert', details: ofReport, undo: false },
  'mail delayed': { label: 'Mail delayed', icon: 'alert', details: ofReport, undo: false },
  'mail may have bounced': { label: 'Mail may have bounced', icon: 'alert', details: ofReport, undo: false },
  'mail marked as spam': { label: 'Mail marked as spam', icon: 'alert', details: ofReport, undo: false },
  'invoice queued': { label: 'Invoice queued', icon: 'invoice', details: ofInvoice, undo: false },
  'invoice queued again': { label: 'Invoice queued again', icon: 'invoice', details: ofInvoice, undo: false },
  'reply received': {
    label: 'Reply received',
    icon: 'reply',
    details: z.object({
      from: z.string(),
      subject: z.string(),
      /** Number of files that were dropped because of size or number. */
      filesLeftOut: z.optional(z.number()),
      reason: z.optional(z.string()),
    }),
    // Set if the order leaves Awaiting Customer.
    undo: true,
  },
  'replies handled': {
    label: 'Replies handled',
    icon: 'tick',
    details: z.object({ replies: z.number() }),
    undo: false,
  },
  'reply opened again': { label: 'Reply opened again', icon: 'reply', details: nothing, undo: false },
  'mail problem settled': {
    label: 'Mail problem settled',
    icon: 'tick',
    details: z.object({ kind: z.string() }),
    undo: false,
  },
  'mail problem opened again': {
    label: 'Mail problem opened again',
    icon: 'alert',
    details: z.object({ kind: z.string() }),
    undo: false,
  },
  'finding settled': {
    label: 'Finding settled',
    icon: 'tick',
    details: z.object({ check: z.string(), name: z.string() }),
    undo: false,
  },
  'finding opened again': {
    label: 'Finding opened again',
    icon: 'alert',
    details: z.object({ check: z.string(), name: z.string() }),
    undo: false,
  },
  answered: {
    label: 'Answered',
    icon: 'send',
    details: z.object({ to: z.string(), subject: z.string() }),
    undo: false,
  },
  'customer asked': {
    label: 'Customer asked',
    icon: 'send',
    // Keys of the fields, and the member's text.
    details: z.object({ fields: z.array(z.string()), text: z.string(), to: z.string() }),
    undo: true,
  },
  'answered by the customer': {
    label: 'Answered by the customer',
    icon: 'reply',
    details: z.object({
      /** Keys of changed and of confirmed fields. */
      fields: z.array(z.string()),
      confirmed: z.array(z.string()),
      /** Answers by key that were not applied, because a member had corrected the field since the question. */
      notTaken: z.record(z.string(), z.string()),
      hasFile: z.boolean(),
      /** Recipient of the link, and the e-mail that the customer gave. */
      proof: z.object({ linkTo: z.array(z.string()), email: z.string() }),
    }),
    // Set if the order leaves Awaiting Customer.
    undo: true,
  },
  'defence pack made': {
    label: 'Defence pack made',
    icon: 'file',
    details: z.object({
      name: z.string(),
      defencePackType: z.number(),
      sha256: z.string(),
      pages: z.number(),
      bytes: z.number(),
      version: z.string(),
      /** The hash of each, by its letter. */
      exhibits: z.record(z.string(), z.string()),
    }),
    undo: false,
  },
  restricted: { label: 'Restricted', icon: 'block', details: nothing, undo: false },
  'restriction lifted': { label: 'Restriction lifted', icon: 'undo', details: nothing, undo: false },
  'parts erased': { label: 'Parts erased', icon: 'block', details: nothing, undo: false },
  erased: { label: 'Erased', icon: 'block', details: nothing, undo: false },
} as const satisfies Record<string, EventDefinition>

/** Actor of events that a mail caused; its sender is in the sealed details. */
export const incomingMailActor = actorNames.incomingMail

export const customerActor = 'Customer'

export type EventAction = keyof typeof orderEvents
export type EventIcon = EventDefinition['icon']
export type EventDetails<A extends EventAction> = z.infer<(typeof orderEvents)[A]['details']>
export type UndoableAction = {
  [A in EventAction]: (typeof orderEvents)[A]['undo'] extends true ? A : never
}[EventAction]

/** Events that change an order's data; each makes the next revision (product §5). */
export const dataActions: readonly string[] = [
  'corrected',
  'transaction saved',
  'chargeback recorded',
] satisfies EventAction[]

/** Effects of an event besides its change of state, and advice for repeating an undone one. */
const againBy: Partial<Record<string, string>> = {
  'completed by upload': 'Its document does not come back: upload it again.',
  refunded: 'Its refund does not come back: record it again.',
  'customer asked': 'Its question does not come back: ask the customer again.',
} satisfies Partial<Record<EventAction, string>>

/** Sentence why Restore does not revert an event; null if it does. `reverted`: the action that the event reverted. */
export function restoreObstacle(action: string, reverted: string | undefined): string | null {
  if (action === ('answered by the customer' satisfies EventAction))
    return 'What the customer answered cannot be taken back.'
  if (action === ('stopped by the customer' satisfies EventAction))
    return 'The customer was told that it is stopped.'
  return (reverted !== undefined && againBy[reverted]) || null
}

/** Whether an event's action is one of the table; events of older versions may have others. */
export const isEventAction = (action: string): action is EventAction => Object.hasOwn(orderEvents, action)

/** The label of an action, also of an unknown one. */
export const actionLabel = (action: string): string =>
  isEventAction(action) ? orderEvents[action].label : action.charAt(0).toUpperCase() + action.slice(1)

/** The icon of an action, also of an unknown one. */
export const actionIcon = (action: string): EventIcon =>
  isEventAction(action) ? orderEvents[action].icon : 'file'
