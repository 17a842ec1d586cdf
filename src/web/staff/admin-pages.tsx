import { lazy, type ComponentType, type ReactNode } from 'react'
import { queueNames, type QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import {
  manageTeamPattern,
  privacyPattern,
  staffPaths,
  viewOrderPattern,
} from '#contract/rules/staff-addresses.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { queueScreens } from '#web/orders/queue/queue-screens.ts'
import { accountEntry, auditEntry, intakeKeysEntry, outboxEntry, repliesEntry } from './staff-menu.ts'

/** A page in its own chunk, loaded when first shown. */
const lazyPage = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await loadChunk(load))[name] }))

const loadOrderQueue = () => import('#web/orders/queue/OrderQueue.tsx')
const OrderQueue = lazy(async () => ({ default: (await loadChunk(loadOrderQueue)).OrderQueue }))
const DashboardPage = lazyPage(() => import('#web/orders/DashboardPage.tsx'), 'DashboardPage')
const FutureOrdersPage = lazyPage(() => import('#web/orders/FutureOrdersPage.tsx'), 'FutureOrdersPage')
const OrderView = lazyPage(() => import('#web/orders/view/OrderView.tsx'), 'OrderView')
const OutboxPage = lazyPage(() => import('#web/outbox/OutboxPage.tsx'), 'OutboxPage')
const RepliesPage = lazyPage(() => import('#web/messages/RepliesPage.tsx'), 'RepliesPage')

const AccountPage = lazyPage(() => import('#web/account/AccountPage.tsx'), 'AccountPage')
const AuditPage = lazyPage(() => import('#web/audit/AuditPage.tsx'), 'AuditPage')
const ChangePasswordPage = lazyPage(() => import('#web/account/ChangePasswordPage.tsx'), 'ChangePasswordPage')
const GatewayPage = lazyPage(() => import('#web/gateways/GatewayPage.tsx'), 'GatewayPage')
const IntakeKeysPage = lazyPage(() => import('#web/intake-keys/IntakeKeysPage.tsx'), 'IntakeKeysPage')
const PrivacyPage = lazyPage(() => import('#web/privacy/PrivacyPage.tsx'), 'PrivacyPage')
const RetentionPage = lazyPage(() => import('#web/privacy/RetentionPage.tsx'), 'RetentionPage')
const ManageTeamPage = lazyPage(() => import('#web/team/ManageTeamPage.tsx'), 'ManageTeamPage')

const CountryOrderListPage = lazyPage(
  () => import('#web/reports/CountryOrderListPage.tsx'),
  'CountryOrderListPage',
)
const OrderProcessedPage = lazyPage(() => import('#web/reports/OrderProcessedPage.tsx'), 'OrderProcessedPage')
const SendInvoicePage = lazyPage(() => import('#web/invoices/SendInvoicePage.tsx'), 'SendInvoicePage')

/** Preloads the most used page. */
export const preloadQueues = () => void loadOrderQueue()

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
