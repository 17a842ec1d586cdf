import { isOneOf } from './typed-keys.ts'

/** `process_status` as stored and sent (spec §2, §4; product §1). */
export const statuses = [
  'New',
  'Awaiting',
  'AwaitingGovt',
  'Contact Customer',
  'Customer Called',
  'Completed',
  'Refunds',
  'ChargeBack',
  'Deleted',
] as const
export type Status = (typeof statuses)[number]

export const isStatus = (text: string): text is Status => isOneOf(statuses, text)

/** `label` is the text on screens; `appearance` selects the icon and the colour. */
export const statusLabels = {
  New: { label: 'New', appearance: 'new' },
  Awaiting: { label: 'Awaiting Customer', appearance: 'awaiting' },
  AwaitingGovt: { label: 'Awaiting Govt', appearance: 'govt' },
  'Contact Customer': { label: 'Contact Customer', appearance: 'contact' },
  'Customer Called': { label: 'Customer Called', appearance: 'called' },
  Completed: { label: 'Completed', appearance: 'completed' },
  Refunds: { label: 'Refunds', appearance: 'refunds' },
  ChargeBack: { label: 'ChargeBack', appearance: 'chargeback' },
  Deleted: { label: 'Deleted', appearance: 'deleted' },
} as const satisfies Record<Status, { label: string; appearance: string }>

/** The order view's eight buttons, in the specification's order; each is hidden in its own status (spec §2). */
export const moves = [
  { to: 'Awaiting', label: 'Move to Awaiting Response' },
  { to: 'Refunds', label: 'Move to Completed Refunds' },
  { to: 'Completed', label: 'Move to Completed Orders' },
  { to: 'Deleted', label: 'Move to Delete' },
  { to: 'Contact Customer', label: 'Move to Contact Customer' },
  { to: 'AwaitingGovt', label: 'Move to Awaiting Govt' },
  { to: 'Customer Called', label: 'Move to Customer Called' },
  { to: 'ChargeBack', label: 'Move to ChargeBack' },
] as const satisfies readonly { to: Status; label: string }[]

/** The statuses that a move may name: every one but New, which is reached by undo or Restore (product §3). */
export const moveTargets = moves.map((move) => move.to)
export type MoveTarget = (typeof moves)[number]['to']

/** An upload of the approved document completes an order in these statuses; in others it does not change the status (product §3). */
export const statusesCompletedByUpload: readonly Status[] = [
  'New',
  'Awaiting',
  'AwaitingGovt',
  'Contact Customer',
  'Customer Called',
]

/** The statuses of finished orders, whose passport, identity and visa numbers are shown masked (product §13). */
export const finishedStatuses: readonly Status[] = ['Completed', 'Refunds', 'ChargeBack', 'Deleted']

/** The only statuses with defence packs and transaction details (spec §4). */
export const disputableStatuses: readonly Status[] = [
  'Completed',
  'Customer Called',
  'Contact Customer',
  'ChargeBack',
]
