import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { queueNames, queues, type QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import {
  bulkRunPattern,
  filingPattern,
  manageTeamPattern,
  privacyPattern,
  templatesPattern,
  viewOrderPattern,
} from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { DashboardPage } from '#web/orders/DashboardPage.tsx'
import { OrderQueue } from '#web/orders/queue/OrderQueue.tsx'
import { prefetchQueue } from '#web/orders/queue/list/prefetch-page.ts'
import { screenOf, type QueueScreen } from '#web/orders/queue/queue-screens.ts'
import { shiftDeskQuery } from '#web/shift-desk/shift-desk-query.ts'
import type { MenuSymbol } from '#web/ui/side-links.ts'
import type { CountSource } from './use-menu-counts.ts'

/** Tiles, a group of the sidebar, or the greeting's menu (`user`). */
type Menu = NonNullable<QueueScreen['menu']> | 'shift' | 'settings' | 'end' | 'user'

/**
 * A screen: its row of `queues` or `staffScreens`, its menu and its page. Without `menu` it has no menu link; without
 * `page` it links to another row's screen.
 */
interface Screen {
  path?: string
  /** Route pattern, if it covers more than `path`. */
  pattern?: string
  label?: string
  /** Required to open it; others see ForbiddenPage (product §4). */
  permission: Permission
  keys?: string
  menu?: Menu | null
  symbol?: MenuSymbol
  count?: CountSource
  /** The count is of late or soon due orders. */
  isUrgent?: true
  /** `fill`: window height, the table scrolls; `flow` (default): the page scrolls; `bare`: without menus. */
  layout?: 'fill' | 'flow' | 'bare'
  /** Shows the dashboard tiles, so the shell omits the tabs. */
  hasTiles?: true
  page?: ReactNode
  preload?: () => void
  /** Prefetches data on hover of a link, except data whose reading is recorded (decisions/prefetch.md). */
  readOnIntent?: (client: QueryClient, address: URL) => void
}

function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const Page = lazyComponent(load, name)
  return { page: <Page />, preload: Page.preload }
}

const orderView = lazyPage(() => import('#web/orders/view/OrderView.tsx'), 'OrderView')
const futureOrders = lazyPage(() => import('#web/orders/FutureOrdersPage.tsx'), 'FutureOrdersPage')
afterFirstView(orderView.preload)
afterFirstView(futureOrders.preload)

const queueRow = (queue: QueueName): Screen => ({
  ...queues[queue],
  label: queues[queue].heading,
  menu: screenOf(queue).menu,
  symbol: screenOf(queue).symbol,
  ...(queue !== 'openOrder' && { count: queue }),
  layout: 'fill',
  readOnIntent: (client, address) => prefetchQueue(client, queue, address),
  ...(queue === 'futureOrder' ? futureOrders : { page: <OrderQueue key={queue} queue={queue} /> }),
})

/** Every screen below /admin in menu order (spec §2), grouped as in the design. */
const screens: readonly Screen[] = [
  {
    ...staffScreens.dashboard,
    menu: 'tiles',
    symbol: { icon: 'stats' },
    layout: 'fill',
    hasTiles: true,
    readOnIntent: (client, address) => prefetchQueue(client, 'newOrder', address),
    page: <DashboardPage />,
  },
  {
    ...staffScreens.shiftDesk,
    menu: 'shift',
    symbol: { icon: 'shift' },
    readOnIntent: (client) => void client.prefetchQuery(shiftDeskQuery()),
    ...lazyPage(() => import('#web/shift-desk/ShiftDeskPage.tsx'), 'ShiftDeskPage'),
  },
  {
    ...staffScreens.lateAndSoon,
    menu: 'shift',
    symbol: { icon: 'clock' },
    count: 'lateAndSoon',
    isUrgent: true,
  },
  {
    ...staffScreens.proposals,
    menu: 'shift',
    symbol: { icon: 'file' },
    count: 'proposals',
    layout: 'fill',
    ...lazyPage(() => import('#web/proposals/ProposalsPage.tsx'), 'ProposalsPage'),
  },
  {
    ...staffScreens.mailProblems,
    menu: 'shift',
    symbol: { icon: 'mailProblem' },
    count: 'mailProblems',
    layout: 'fill',
    ...lazyPage(() => import('#web/mail-problems/MailProblemsPage.tsx'), 'MailProblemsPage'),
  },
  {
    ...staffScreens.replies,
    menu: 'shift',
    symbol: { icon: 'reply' },
    count: 'openReplies',
    layout: 'fill',
    ...lazyPage(() => import('#web/messages/RepliesPage.tsx'), 'RepliesPage'),
  },
  {
    ...staffScreens.disputes,
    menu: 'shift',
    symbol: { icon: 'flag' },
    layout: 'fill',
    ...lazyPage(() => import('#web/disputes/DisputesPage.tsx'), 'DisputesPage'),
  },
  ...queueNames.map(queueRow),
  { pattern: viewOrderPattern, permission: 'workOrders', ...orderView },
  {
    pattern: filingPattern,
    permission: 'workOrders',
    layout: 'bare',
    ...lazyPage(() => import('#web/filing/FilingPage.tsx'), 'FilingPage'),
  },
  {
    pattern: bulkRunPattern,
    permission: 'workOrders',
    ...lazyPage(() => import('#web/orders/bulk-runs/BulkRunPage.tsx'), 'BulkRunPage'),
  },
  {
    ...staffScreens.countryOrderList,
    menu: 'settings',
    symbol: { icon: 'flag' },
    ...lazyPage(() => import('#web/reports/CountryOrderListPage.tsx'), 'CountryOrderListPage'),
  },
  {
    ...staffScreens.sendInvoice,
    menu: 'settings',
    symbol: { icon: 'invoice' },
    ...lazyPage(() => import('#web/invoices/SendInvoicePage.tsx'), 'SendInvoicePage'),
  },
  {
    ...staffScreens.manageTeam,
    pattern: manageTeamPattern,
    menu: 'settings',
    symbol: { icon: 'users' },
    ...lazyPage(() => import('#web/team/ManageTeamPage.tsx'), 'ManageTeamPage'),
  },
  {
    ...staffScreens.orderProcessed,
    menu: 'settings',
    symbol: { icon: 'stats' },
    ...lazyPage(() => import('#web/reports/OrderProcessedPage.tsx'), 'OrderProcessedPage'),
  },
  {
    ...staffScreens.promisesKept,
    menu: 'settings',
    symbol: { icon: 'clock' },
    ...lazyPage(() => import('#web/reports/PromisesKeptPage.tsx'), 'PromisesKeptPage'),
  },
  {
    ...staffScreens.ratios,
    menu: 'settings',
    symbol: { icon: 'stats' },
    ...lazyPage(() => import('#web/reports/RatiosPage.tsx'), 'RatiosPage'),
  },
  {
    ...staffScreens.templates,
    pattern: templatesPattern,
    menu: 'settings',
    symbol: { icon: 'note' },
    ...lazyPage(() => import('#web/templates/TemplatesPage.tsx'), 'TemplatesPage'),
  },
  {
    ...staffScreens.gatewaySetting,
    menu: 'settings',
    symbol: { icon: 'card' },
    ...lazyPage(() => import('#web/gateways/GatewayPage.tsx'), 'GatewayPage'),
  },
  {
    ...staffScreens.changePassword,
    menu: 'settings',
    symbol: { icon: 'key' },
    ...lazyPage(() => import('#web/account/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
  },
  {
    ...staffScreens.retention,
    ...lazyPage(() => import('#web/privacy/RetentionPage.tsx'), 'RetentionPage'),
  },
  {
    ...staffScreens.privacy,
    pattern: privacyPattern,
    menu: 'settings',
    symbol: { icon: 'lock' },
    count: 'openRequests',
    ...lazyPage(() => import('#web/privacy/PrivacyPage.tsx'), 'PrivacyPage'),
  },
  {
    ...staffScreens.myAccount,
    menu: 'user',
    symbol: { icon: 'user' },
    ...lazyPage(() => import('#web/account/AccountPage.tsx'), 'AccountPage'),
  },
  {
    ...staffScreens.outbox,
    menu: 'user',
    symbol: { icon: 'mail' },
    layout: 'fill',
    ...lazyPage(() => import('#web/outbox/OutboxPage.tsx'), 'OutboxPage'),
  },
  {
    ...staffScreens.intakeKeys,
    menu: 'user',
    symbol: { icon: 'key' },
    ...lazyPage(() => import('#web/intake-keys/IntakeKeysPage.tsx'), 'IntakeKeysPage'),
  },
  {
    ...staffScreens.importOrders,
    menu: 'user',
    symbol: { icon: 'upload' },
    ...lazyPage(() => import('#web/imports/ImportPage.tsx'), 'ImportPage'),
  },
  {
    ...staffScreens.formFiller,
    menu: 'user',
    symbol: { icon: 'bolt' },
    ...lazyPage(() => import('#web/form-origins/FormFillerPage.tsx'), 'FormFillerPage'),
  },
  {
    ...staffScreens.audit,
    menu: 'user',
    symbol: { icon: 'history' },
    ...lazyPage(() => import('#web/audit/AuditPage.tsx'), 'AuditPage'),
  },
  { ...staffScreens.logout, menu: 'end', symbol: { icon: 'out' } },
]

export const pages = screens.flatMap(({ path = '', pattern = path, ...screen }) =>
  screen.page ? [{ ...screen, pattern }] : [],
)

export const menuLinks = screens.flatMap(({ path, label, symbol, menu, ...screen }) =>
  path && label && symbol && menu ? [{ ...screen, path, label, symbol, menu }] : [],
)
