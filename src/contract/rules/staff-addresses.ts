import { encodeOrderId } from './order-id.ts'
import type { QueueName } from './queues.ts'

/** The order queues (spec §2, Order queue screens). */
export const queuePaths = {
  myOrder: '/admin/my-order',
  newOrder: '/admin/recent-order',
  priorityOrder: '/admin/priority-order',
  pendingOrder: '/admin/pending-order',
  completedOrder: '/admin/completed-order',
  awaitingOrder: '/admin/awaiting-response',
  awaitingGovtOrder: '/admin/awaiting-govt',
  contactCustomerOrder: '/admin/contact-customer',
  customerCalledOrder: '/admin/called',
  allOrder: '/admin/order-history',
  futureOrder: '/admin/future-order',
  deletedOrder: '/admin/deleted-order',
  refundOrder: '/admin/refund-order',
  chargeBack: '/admin/chargeback',
  openOrder: '/admin/open-orders',
} as const satisfies Record<QueueName, `/admin/${string}`>

/** The open orders that are late or due soon, the most urgent first. */
export const lateAndSoonPath = `${queuePaths.openOrder}?urgency=late,soon&sort=due_at&order=asc`

/** The staff's other pages (spec §2); Shift desk, Replies, Documents proposed, Mail problems, Templates, Promises Kept, Outbox, Intake Keys, Form Filler, Audit, Privacy desk and My account are the product's own. */
export const staffPaths = {
  signIn: '/',
  logout: '/logout',
  forgotPassword: '/forgot-password',
  dashboard: '/admin',
  shiftDesk: '/admin/shift',
  replies: '/admin/replies',
  mailProblems: '/admin/mail-problems',
  proposals: '/admin/proposals',
  templates: '/admin/templates',
  outbox: '/admin/outbox',
  countryOrderList: '/admin/country-order-list',
  sendInvoice: '/admin/send-invoice',
  manageTeam: '/admin/manage-team',
  orderProcessed: '/admin/processed-order',
  promisesKept: '/admin/promises-kept',
  gatewaySetting: '/admin/gateway-setting',
  changePassword: '/admin/change-password',
  myAccount: '/admin/my-account',
  intakeKeys: '/admin/intake-keys',
  formFiller: '/admin/form-filler',
  audit: '/admin/audit',
  privacy: '/admin/privacy',
  retention: '/admin/privacy/retention',
} as const

/** The order view, by the encoded id (product §5). */
export const viewOrderPath = (orderId: number | string) => `/admin/view-order/${encodeOrderId(orderId)}`
export const viewOrderPattern = '/admin/view-order/:orderId'

/** What the official form asks of an order, to be copied. */
export const filingPath = (orderId: number | string) => `/admin/filing/${encodeOrderId(orderId)}`
export const filingPattern = '/admin/filing/:orderId'

/** Manage Team with the form of one member. */
export const teamMemberPath = (memberId: number) => `${staffPaths.manageTeam}/${memberId}`
export const manageTeamPattern = `${staffPaths.manageTeam}/:teamMemberId?` as const

/** What became of a change of all orders that a list matched. */
export const bulkRunPath = (id: string) => `/admin/bulk-run/${id}`
export const bulkRunPattern = '/admin/bulk-run/:runId'

/** The templates with one of them open, or a new one. */
export const templatePath = (id: number | 'new') => `${staffPaths.templates}/${id}`
export const templatesPattern = `${staffPaths.templates}/:templateId?` as const

/** The privacy desk with one request open. */
export const privacyRequestPath = (id: string) => `${staffPaths.privacy}/${id}`
export const privacyPattern = `${staffPaths.privacy}/:requestId?` as const

/** Where the link of the mail leads (product §5); `token` is fit for an address as it is. */
export const resetPasswordPath = (token: string) => `/reset-password/${token}`
export const resetPasswordPattern = '/reset-password/:token'

/** The chargeback list by the specification's other reading, which leads to the one within the admin area (product §9). */
export const chargebackAliasPath = '/chargeback'

/** Every address at which the staff's page is answered; `*` stands for any rest. */
export const staffPagePatterns = [
  staffPaths.signIn,
  staffPaths.dashboard,
  `${staffPaths.dashboard}/*`,
  staffPaths.logout,
  chargebackAliasPath,
  staffPaths.forgotPassword,
  resetPasswordPath('*'),
] as const
