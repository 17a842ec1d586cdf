import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queueNames, type QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import {
  bulkRunPattern,
  filingPattern,
  manageTeamPattern,
  privacyPattern,
  staffPaths,
  templatesPattern,
  viewOrderPattern,
} from '#contract/rules/staff-addresses.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { lazyComponent, type LazyComponent } from '#web/lib/lazy-component.tsx'
import { DashboardPage } from '#web/orders/DashboardPage.tsx'
import { OrderQueue } from '#web/orders/queue/OrderQueue.tsx'
import { prefetchQueue } from '#web/orders/queue/list/prefetch-page.ts'
import { queueScreens } from '#web/orders/queue/queue-screens.ts'
import { shiftDeskQuery } from '#web/shift-desk/shift-desk-query.ts'
import {
  accountEntry,
  auditEntry,
  formFillerEntry,
  intakeKeysEntry,
  mailProblemsEntry,
  outboxEntry,
  proposalsEntry,
  repliesEntry,
  shiftDeskEntry,
  templatesEntry,
} from './staff-menu.ts'

const FutureOrdersPage = lazyComponent(() => import('#web/orders/FutureOrdersPage.tsx'), 'FutureOrdersPage')
const OrderView = lazyComponent(() => import('#web/orders/view/OrderView.tsx'), 'OrderView')
const OutboxPage = lazyComponent(() => import('#web/outbox/OutboxPage.tsx'), 'OutboxPage')
const ProposalsPage = lazyComponent(() => import('#web/proposals/ProposalsPage.tsx'), 'ProposalsPage')
const RepliesPage = lazyComponent(() => import('#web/messages/RepliesPage.tsx'), 'RepliesPage')

const FilingPage = lazyComponent(() => import('#web/filing/FilingPage.tsx'), 'FilingPage')
const MailProblemsPage = lazyComponent(
  () => import('#web/mail-problems/MailProblemsPage.tsx'),
  'MailProblemsPage',
)

const ShiftDeskPage = lazyComponent(() => import('#web/shift-desk/ShiftDeskPage.tsx'), 'ShiftDeskPage')

const AccountPage = lazyComponent(() => import('#web/account/AccountPage.tsx'), 'AccountPage')
const AuditPage = lazyComponent(() => import('#web/audit/AuditPage.tsx'), 'AuditPage')
const ChangePasswordPage = lazyComponent(
  () => import('#web/account/ChangePasswordPage.tsx'),
  'ChangePasswordPage',
)
const GatewayPage = lazyComponent(() => import('#web/gateways/GatewayPage.tsx'), 'GatewayPage')
const FormFillerPage = lazyComponent(() => import('#web/form-origins/FormFillerPage.tsx'), 'FormFillerPage')
const IntakeKeysPage = lazyComponent(() => import('#web/intake-keys/IntakeKeysPage.tsx'), 'IntakeKeysPage')
const PrivacyPage = lazyComponent(() => import('#web/privacy/PrivacyPage.tsx'), 'PrivacyPage')
const RetentionPage = lazyComponent(() => import('#web/privacy/RetentionPage.tsx'), 'RetentionPage')
const ManageTeamPage = lazyComponent(() => import('#web/team/ManageTeamPage.tsx'), 'ManageTeamPage')

const BulkRunPage = lazyComponent(() => import('#web/orders/bulk-runs/BulkRunPage.tsx'), 'BulkRunPage')
const CountryOrderListPage = lazyComponent(
  () => import('#web/reports/CountryOrderListPage.tsx'),
  'CountryOrderListPage',
)
const OrderProcessedPage = lazyComponent(
  () => import('#web/reports/OrderProcessedPage.tsx'),
  'OrderProcessedPage',
)
const PromisesKeptPage = lazyComponent(() => import('#web/reports/PromisesKeptPage.tsx'), 'PromisesKeptPage')
const TemplatesPage = lazyComponent(() => import('#web/templates/TemplatesPage.tsx'), 'TemplatesPage')
const SendInvoicePage = lazyComponent(() => import('#web/invoices/SendInvoicePage.tsx'), 'SendInvoicePage')

afterFirstView(OrderView.preload)
afterFirstView(FutureOrdersPage.preload)

export interface AdminPage {
  path: string
  /** Who may open it; the shell shows ForbiddenPage to others (product §4). */
  permission: Permission
  /** `fill`: as high as the window, the table scrolls; `flow`: the page scrolls; `bare`: the page alone, without menus. */
  layout: 'fill' | 'flow' | 'bare'
  /** Shows the five dashboard tiles itself, so that the shell omits the tabs. */
  hasTiles?: true
  page: ReactNode
  /** Loads its code. */
  preload?: () => void
  /** Reads what it shows when a link to it is pointed at: nothing whose reading is recorded (decisions/prefetch.md). */
  readOnIntent?: (client: QueryClient, address: URL) => void
}

const lazyScreen = (Screen: LazyComponent<object>) => ({ page: <Screen />, preload: Screen.preload })

const queuePage = (queue: QueueName): AdminPage => ({
  path: queueScreens[queue].path,
  permission: queueScreens[queue].permission,
  layout: 'fill',
  readOnIntent: (client, address) => prefetchQueue(client, queue, address),
  page: queue === 'futureOrder' ? <FutureOrdersPage /> : <OrderQueue key={queue} queue={queue} />,
})

export const adminPages: readonly AdminPage[] = [
  {
    path: staffPaths.dashboard,
    permission: 'workOrders',
    layout: 'fill',
    hasTiles: true,
    readOnIntent: (client, address) => prefetchQueue(client, 'newOrder', address),
    page: <DashboardPage />,
  },
  {
    path: shiftDeskEntry.path,
    permission: shiftDeskEntry.permission,
    layout: 'flow',
    readOnIntent: (client) => void client.prefetchQuery(shiftDeskQuery()),
    ...lazyScreen(ShiftDeskPage),
  },
  ...queueNames.map(queuePage),
  {
    path: viewOrderPattern,
    permission: 'workOrders',
    layout: 'flow',
    ...lazyScreen(OrderView),
  },
  { path: filingPattern, permission: 'workOrders', layout: 'bare', ...lazyScreen(FilingPage) },
  { path: bulkRunPattern, permission: 'workOrders', layout: 'flow', ...lazyScreen(BulkRunPage) },
  {
    path: repliesEntry.path,
    permission: repliesEntry.permission,
    layout: 'fill',
    ...lazyScreen(RepliesPage),
  },
  {
    path: proposalsEntry.path,
    permission: proposalsEntry.permission,
    layout: 'fill',
    ...lazyScreen(ProposalsPage),
  },
  {
    path: mailProblemsEntry.path,
    permission: mailProblemsEntry.permission,
    layout: 'fill',
    ...lazyScreen(MailProblemsPage),
  },
  {
    path: templatesPattern,
    permission: templatesEntry.permission,
    layout: 'flow',
    ...lazyScreen(TemplatesPage),
  },
  { path: outboxEntry.path, permission: outboxEntry.permission, layout: 'fill', ...lazyScreen(OutboxPage) },
  {
    path: staffPaths.countryOrderList,
    permission: 'workOrders',
    layout: 'flow',
    ...lazyScreen(CountryOrderListPage),
  },
  { path: staffPaths.sendInvoice, permission: 'workOrders', layout: 'flow', ...lazyScreen(SendInvoicePage) },
  {
    path: manageTeamPattern,
    permission: 'manageTeam',
    layout: 'flow',
    ...lazyScreen(ManageTeamPage),
  },
  {
    path: staffPaths.orderProcessed,
    permission: 'seeOrderProcessed',
    layout: 'flow',
    ...lazyScreen(OrderProcessedPage),
  },
  {
    path: staffPaths.promisesKept,
    permission: 'seeOrderProcessed',
    layout: 'flow',
    ...lazyScreen(PromisesKeptPage),
  },
  { path: staffPaths.gatewaySetting, permission: 'setGateway', layout: 'flow', ...lazyScreen(GatewayPage) },
  {
    path: staffPaths.changePassword,
    permission: 'changePassword',
    layout: 'flow',
    ...lazyScreen(ChangePasswordPage),
  },
  {
    path: accountEntry.path,
    permission: accountEntry.permission,
    layout: 'flow',
    ...lazyScreen(AccountPage),
  },
  {
    path: intakeKeysEntry.path,
    permission: intakeKeysEntry.permission,
    layout: 'flow',
    ...lazyScreen(IntakeKeysPage),
  },
  {
    path: formFillerEntry.path,
    permission: formFillerEntry.permission,
    layout: 'flow',
    ...lazyScreen(FormFillerPage),
  },
  { path: staffPaths.retention, permission: 'managePrivacy', layout: 'flow', ...lazyScreen(RetentionPage) },
  { path: privacyPattern, permission: 'managePrivacy', layout: 'flow', ...lazyScreen(PrivacyPage) },
  { path: auditEntry.path, permission: auditEntry.permission, layout: 'flow', ...lazyScreen(AuditPage) },
]
