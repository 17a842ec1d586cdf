import type { CountedQueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { lateAndSoonPath, staffPaths } from '#contract/rules/staff-addresses.ts'
import { goToQueues, type KeyAction } from '#web/lib/key-table.ts'
import { queueScreens } from '#web/orders/queue/queue-screens.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import type { StatusAppearance } from '#web/ui/StatusLabel.tsx'

export interface MenuEntry {
  path: string
  label: string
  permission: Permission
  /** The count shown beside it. */
  countSource?:
    | CountedQueueName
    | 'openReplies'
    | 'openRequests'
    | 'mailProblems'
    | 'proposals'
    | 'lateAndSoon'
  /** What it counts is late, or soon. */
  isUrgent?: true
  /** What has the keys that lead there. */
  action?: KeyAction | undefined
  symbol: { icon: IconName } | { status: StatusAppearance }
}

/** Entries without a line between them. */
interface MenuGroup {
  entries: readonly MenuEntry[]
  /** In a folded sidebar, the menu of those without a count. */
  foldsInto?: string
}

const queueEntry = (queue: CountedQueueName, symbol: MenuEntry['symbol']): MenuEntry => {
  const { path, heading: label, permission } = queueScreens[queue]
  const action = keysOf(goToQueues).find((key) => goToQueues[key] === queue)
  return { path, label, permission, countSource: queue, action, symbol }
}

const entry = (label: string, path: string, icon: IconName, permission: Permission) => ({
  path,
  label,
  permission,
  symbol: { icon },
})

/** What is open in this shift. */
export const shiftDeskEntry: MenuEntry = entry('Shift desk', staffPaths.shiftDesk, 'shift', 'workOrders')

/** Orders whose promise is broken or soon will be, whatever queue they are in. */
const lateAndSoonEntry: MenuEntry = {
  ...entry('Late and due soon', lateAndSoonPath, 'clock', 'workOrders'),
  countSource: 'lateAndSoon',
  action: 'goToLateAndSoon',
  isUrgent: true,
}

/** Unhandled replies, whatever queue their order is in. */
export const repliesEntry: MenuEntry = {
  ...entry('Replies', staffPaths.replies, 'reply', 'workOrders'),
  countSource: 'openReplies',
  action: 'goToReplies',
}

/** Mails that were not delivered, or perhaps not. */
export const mailProblemsEntry: MenuEntry = {
  ...entry('Mail problems', staffPaths.mailProblems, 'mailProblem', 'workOrders'),
  countSource: 'mailProblems',
  action: 'goToMailProblems',
}

/** Files that may be approved documents. */
export const proposalsEntry: MenuEntry = {
  ...entry('Documents proposed', staffPaths.proposals, 'file', 'workOrders'),
  countSource: 'proposals',
}
export const templatesEntry = entry('Templates', staffPaths.templates, 'note', 'workOrders')

/** Open requests of customers about their data. */
const privacyEntry: MenuEntry = {
  ...entry('Privacy desk', staffPaths.privacy, 'lock', 'managePrivacy'),
  countSource: 'openRequests',
}

/**
 * The sidebar in the specification's order (spec §2), grouped as in the design, plus Shift desk, Late and due soon, Documents proposed,
 * Mail problems, Replies, Promises Kept, Templates and Privacy desk.
 */
export const sidebarMenu: readonly MenuGroup[] = [
  { entries: [shiftDeskEntry, lateAndSoonEntry, proposalsEntry, mailProblemsEntry, repliesEntry] },
  {
    entries: [
      queueEntry('awaitingOrder', { status: 'awaiting' }),
      queueEntry('awaitingGovtOrder', { status: 'govt' }),
      queueEntry('contactCustomerOrder', { status: 'contact' }),
      queueEntry('customerCalledOrder', { status: 'called' }),
    ],
  },
  {
    entries: [
      queueEntry('allOrder', { icon: 'history' }),
      queueEntry('futureOrder', { icon: 'calendar' }),
      queueEntry('deletedOrder', { icon: 'trash' }),
      queueEntry('refundOrder', { icon: 'undo' }),
      queueEntry('chargeBack', { icon: 'alert' }),
    ],
  },
  {
    foldsInto: 'Reports and settings',
    entries: [
      entry('Country Order List', staffPaths.countryOrderList, 'flag', 'workOrders'),
      entry('Manage Invoices', staffPaths.sendInvoice, 'invoice', 'workOrders'),
      entry('Manage Team', staffPaths.manageTeam, 'users', 'manageTeam'),
      entry('Order Processed', staffPaths.orderProcessed, 'stats', 'seeOrderProcessed'),
      entry('Promises Kept', staffPaths.promisesKept, 'clock', 'seeOrderProcessed'),
      templatesEntry,
      entry('Gateway Setting', staffPaths.gatewaySetting, 'card', 'setGateway'),
      entry('Change Password', staffPaths.changePassword, 'key', 'changePassword'),
      privacyEntry,
    ],
  },
  { entries: [entry('Logout', staffPaths.logout, 'out', 'workOrders')] },
]

export const accountEntry = entry('My account', staffPaths.myAccount, 'user', 'workOrders')
export const outboxEntry = entry('Outbox', staffPaths.outbox, 'mail', 'seeOutbox')
export const intakeKeysEntry = entry('Intake Keys', staffPaths.intakeKeys, 'key', 'manageIntakeKeys')
export const formFillerEntry = entry('Form Filler', staffPaths.formFiller, 'bolt', 'manageFormOrigins')
export const auditEntry = entry('Audit', staffPaths.audit, 'history', 'seeAudit')

/** The items of the top bar's dropdown, besides Logout. */
export const userMenu = [accountEntry, outboxEntry, intakeKeysEntry, formFillerEntry, auditEntry]
