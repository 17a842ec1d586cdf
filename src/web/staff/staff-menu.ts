import type { QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import { queueScreens } from '#web/orders/queue/queue-screens.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import type { StatusAppearance } from '#web/ui/StatusLabel.tsx'

export interface MenuEntry {
  path: string
  label: string
  permission: Permission
  /** The count shown beside it. */
  countSource?: QueueName | 'openReplies'
  symbol: { icon: IconName } | { status: StatusAppearance }
}

const queueEntry = (queue: QueueName, symbol: MenuEntry['symbol']): MenuEntry => {
  const { path, heading: label, permission } = queueScreens[queue]
  return { path, label, permission, countSource: queue, symbol }
}

const entry = (label: string, path: string, icon: IconName, permission: Permission) => ({
  path,
  label,
  permission,
  symbol: { icon },
})

/** Unhandled replies, whatever queue their order is in. */
export const repliesEntry: MenuEntry = {
  ...entry('Replies', '/admin/replies', 'reply', 'workOrders'),
  countSource: 'openReplies',
}

/** The sidebar in the specification's order (spec §2), grouped as in the design, plus Replies. */
export const sidebarMenu: readonly (readonly MenuEntry[])[] = [
  [
    queueEntry('awaitingOrder', { status: 'awaiting' }),
    queueEntry('awaitingGovtOrder', { status: 'govt' }),
    queueEntry('contactCustomerOrder', { status: 'contact' }),
    queueEntry('customerCalledOrder', { status: 'called' }),
    repliesEntry,
  ],
  [
    queueEntry('allOrder', { icon: 'history' }),
    queueEntry('futureOrder', { icon: 'calendar' }),
    queueEntry('deletedOrder', { icon: 'trash' }),
    queueEntry('refundOrder', { icon: 'undo' }),
    queueEntry('chargeBack', { icon: 'alert' }),
  ],
  [
    entry('Country Order List', '/admin/country-order-list', 'flag', 'workOrders'),
    entry('Manage Invoices', '/admin/send-invoice', 'invoice', 'workOrders'),
    entry('Manage Team', '/admin/manage-team', 'users', 'manageTeam'),
    entry('Order Processed', '/admin/processed-order', 'stats', 'seeOrderProcessed'),
    entry('Gateway Setting', '/admin/gateway-setting', 'card', 'setGateway'),
    entry('Change Password', '/admin/change-password', 'key', 'changePassword'),
  ],
  [entry('Logout', '/logout', 'out', 'workOrders')],
]

export const accountEntry = entry('My account', '/admin/my-account', 'user', 'workOrders')
export const outboxEntry = entry('Outbox', '/admin/outbox', 'mail', 'seeOutbox')
export const intakeKeysEntry = entry('Intake Keys', '/admin/intake-keys', 'key', 'manageIntakeKeys')
export const auditEntry = entry('Audit', '/admin/audit', 'history', 'seeAudit')

/** The items of the top bar's dropdown, besides Logout. */
export const userMenu = [accountEntry, outboxEntry, intakeKeysEntry, auditEntry]
