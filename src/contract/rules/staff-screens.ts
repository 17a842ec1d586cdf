import type { Permission } from './roles.ts'
import { queues } from './queues.ts'

interface StaffScreen {
  path: `/admin${string}` | '/logout'
  /** As in menus, and in the palette. */
  label: string
  permission: Permission
  /** The keys that lead there from everywhere. */
  keys?: string
}

/**
 * The staff's screens that are no queue (spec §2); Shift desk, Late and due soon, Replies, Documents proposed, Mail problems,
 * Templates, Promises Kept, Ratios, Outbox, Intake Keys, Import, Form Filler, Audit, Privacy desk and My account are the product's own.
 */
export const staffScreens = {
  dashboard: { path: '/admin', label: 'Dashboard', permission: 'workOrders' },
  shiftDesk: { path: '/admin/shift', label: 'Shift desk', permission: 'workOrders', keys: 'g s' },
  /** The open orders that are late or due soon, the most urgent first. */
  lateAndSoon: {
    path: `${queues.openOrder.path}?urgency=late,soon&sort=due_at&order=asc`,
    label: 'Late and due soon',
    permission: 'workOrders',
    keys: 'g u',
  },
  proposals: { path: '/admin/proposals', label: 'Documents proposed', permission: 'workOrders', keys: 'g d' },
  mailProblems: {
    path: '/admin/mail-problems',
    label: 'Mail problems',
    permission: 'workOrders',
    keys: 'g i',
  },
  replies: { path: '/admin/replies', label: 'Replies', permission: 'workOrders', keys: 'g y' },
  disputes: { path: '/admin/disputes', label: 'Disputes', permission: 'workOrders', keys: 'g t' },
  countryOrderList: {
    path: '/admin/country-order-list',
    label: 'Country Order List',
    permission: 'workOrders',
  },
  sendInvoice: { path: '/admin/send-invoice', label: 'Manage Invoices', permission: 'workOrders' },
  manageTeam: { path: '/admin/manage-team', label: 'Manage Team', permission: 'manageTeam' },
  orderProcessed: {
    path: '/admin/processed-order',
    label: 'Order Processed',
    permission: 'seeOrderProcessed',
  },
  promisesKept: { path: '/admin/promises-kept', label: 'Promises Kept', permission: 'seeOrderProcessed' },
  ratios: { path: '/admin/ratios', label: 'Ratios', permission: 'seeRatios' },
  templates: { path: '/admin/templates', label: 'Templates', permission: 'workOrders' },
  gatewaySetting: { path: '/admin/gateway-setting', label: 'Gateway Setting', permission: 'setGateway' },
  changePassword: { path: '/admin/change-password', label: 'Change Password', permission: 'changePassword' },
  privacy: { path: '/admin/privacy', label: 'Privacy desk', permission: 'managePrivacy' },
  retention: { path: '/admin/privacy/retention', label: 'Retention', permission: 'managePrivacy' },
  logout: { path: '/logout', label: 'Logout', permission: 'workOrders' },
  myAccount: { path: '/admin/my-account', label: 'My account', permission: 'workOrders' },
  outbox: { path: '/admin/outbox', label: 'Outbox', permission: 'seeOutbox' },
  intakeKeys: { path: '/admin/intake-keys', label: 'Intake Keys', permission: 'manageIntakeKeys' },
  importOrders: { path: '/admin/import', label: 'Import', permission: 'importOrders' },
  formFiller: { path: '/admin/form-filler', label: 'Form Filler', permission: 'manageFormOrigins' },
  audit: { path: '/admin/audit', label: 'Audit', permission: 'seeAudit' },
} as const satisfies Record<string, StaffScreen>
