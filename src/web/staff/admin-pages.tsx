import type { ReactNode } from 'react'
import { queueNames, type QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import {
  manageTeamPattern,
  privacyPattern,
  staffPaths,
  viewOrderPattern,
} from '#contract/rules/staff-addresses.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { DashboardPage } from '#web/orders/DashboardPage.tsx'
import { FutureOrdersPage } from '#web/orders/FutureOrdersPage.tsx'
import { OrderQueue } from '#web/orders/queue/OrderQueue.tsx'
import { queueScreens } from '#web/orders/queue/queue-screens.ts'
import { accountEntry, auditEntry, intakeKeysEntry, outboxEntry, repliesEntry } from './staff-menu.ts'

const OrderView = lazyComponent(() => import('#web/orders/view/OrderView.tsx'), 'OrderView')
const OutboxPage = lazyComponent(() => import('#web/outbox/OutboxPage.tsx'), 'OutboxPage')
const RepliesPage = lazyComponent(() => import('#web/messages/RepliesPage.tsx'), 'RepliesPage')

const AccountPage = lazyComponent(() => import('#web/account/AccountPage.tsx'), 'AccountPage')
const AuditPage = lazyComponent(() => import('#web/audit/AuditPage.tsx'), 'AuditPage')
const ChangePasswordPage = lazyComponent(
  () => import('#web/account/ChangePasswordPage.tsx'),
  'ChangePasswordPage',
)
const GatewayPage = lazyComponent(() => import('#web/gateways/GatewayPage.tsx'), 'GatewayPage')
const IntakeKeysPage = lazyComponent(() => import('#web/intake-keys/IntakeKeysPage.tsx'), 'IntakeKeysPage')
const PrivacyPage = lazyComponent(() => import('#web/privacy/PrivacyPage.tsx'), 'PrivacyPage')
const RetentionPage = lazyComponent(() => import('#web/privacy/RetentionPage.tsx'), 'RetentionPage')
const ManageTeamPage = lazyComponent(() => import('#web/team/ManageTeamPage.tsx'), 'ManageTeamPage')

const CountryOrderListPage = lazyComponent(
  () => import('#web/reports/CountryOrderListPage.tsx'),
  'CountryOrderListPage',
)
const OrderProcessedPage = lazyComponent(
  () => import('#web/reports/OrderProcessedPage.tsx'),
  'OrderProcessedPage',
)
const SendInvoicePage = lazyComponent(() => import('#web/invoices/SendInvoicePage.tsx'), 'SendInvoicePage')

export interface AdminPage {
  path: string
  /** Who may open it; the shell shows ForbiddenPage to others (product §4). */
  permission: Permission
  /** `fill`: as high as the window, the table scrolls; `flow`: the page scrolls. */
  layout: 'fill' | 'flow'
  /** Shows the five dashboard tiles itself, so that the shell omits the tabs. */
  hasTiles?: true
  page: ReactNode
}

const queuePage = (queue: QueueName): AdminPage => ({
  path: queueScreens[queue].path,
  permission: queueScreens[queue].permission,
  layout: 'fill',
  page: queue === 'futureOrder' ? <FutureOrdersPage /> : <OrderQueue key={queue} queue={queue} />,
})

export const adminPages: readonly AdminPage[] = [
  {
    path: staffPaths.dashboard,
    permission: 'workOrders',
    layout: 'fill',
    hasTiles: true,
    page: <DashboardPage />,
  },
  ...queueNames.map(queuePage),
  { path: viewOrderPattern, permission: 'workOrders', layout: 'flow', page: <OrderView /> },
  { path: repliesEntry.path, permission: repliesEntry.permission, layout: 'fill', page: <RepliesPage /> },
  { path: outboxEntry.path, permission: outboxEntry.permission, layout: 'fill', page: <OutboxPage /> },
  {
    path: staffPaths.countryOrderList,
    permission: 'workOrders',
    layout: 'flow',
    page: <CountryOrderListPage />,
  },
  { path: staffPaths.sendInvoice, permission: 'workOrders', layout: 'flow', page: <SendInvoicePage /> },
  {
    path: manageTeamPattern,
    permission: 'manageTeam',
    layout: 'flow',
    page: <ManageTeamPage />,
  },
  {
    path: staffPaths.orderProcessed,
    permission: 'seeOrderProcessed',
    layout: 'flow',
    page: <OrderProcessedPage />,
  },
  { path: staffPaths.gatewaySetting, permission: 'setGateway', layout: 'flow', page: <GatewayPage /> },
  {
    path: staffPaths.changePassword,
    permission: 'changePassword',
    layout: 'flow',
    page: <ChangePasswordPage />,
  },
  { path: accountEntry.path, permission: accountEntry.permission, layout: 'flow', page: <AccountPage /> },
  {
    path: intakeKeysEntry.path,
    permission: intakeKeysEntry.permission,
    layout: 'flow',
    page: <IntakeKeysPage />,
  },
  { path: staffPaths.retention, permission: 'managePrivacy', layout: 'flow', page: <RetentionPage /> },
  { path: privacyPattern, permission: 'managePrivacy', layout: 'flow', page: <PrivacyPage /> },
  { path: auditEntry.path, permission: auditEntry.permission, layout: 'flow', page: <AuditPage /> },
]
