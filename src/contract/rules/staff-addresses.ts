import { encodeOrderId } from './order-id.ts'
import { staffScreens } from './staff-screens.ts'

/** Where one signs in, and asks for a new password. */
export const signInPath = '/'
export const forgotPasswordPath = '/forgot-password'

/** The order view, by the encoded id (product §5). */
export const viewOrderPath = (orderId: number | string) => `/admin/view-order/${encodeOrderId(orderId)}`
export const viewOrderPattern = '/admin/view-order/:orderId'

/** What the official form asks of an order, to be copied. */
export const filingPath = (orderId: number | string) => `/admin/filing/${encodeOrderId(orderId)}`
export const filingPattern = '/admin/filing/:orderId'

/** Manage Team with the form of one member. */
export const teamMemberPath = (memberId: number) => `${staffScreens.manageTeam.path}/${memberId}`
export const manageTeamPattern = `${staffScreens.manageTeam.path}/:teamMemberId?` as const

/** What became of a change of all orders that a list matched. */
export const bulkRunPath = (id: string) => `/admin/bulk-run/${id}`
export const bulkRunPattern = '/admin/bulk-run/:runId'

/** The templates with one of them open, or a new one. */
export const templatePath = (id: number | 'new') => `${staffScreens.templates.path}/${id}`
export const templatesPattern = `${staffScreens.templates.path}/:templateId?` as const

/** The privacy desk with one request open. */
export const privacyRequestPath = (id: string) => `${staffScreens.privacy.path}/${id}`
export const privacyPattern = `${staffScreens.privacy.path}/:requestId?` as const

/** Where the link of the mail leads (product §5); `token` is fit for an address as it is. */
export const resetPasswordPath = (token: string) => `/reset-password/${token}`
export const resetPasswordPattern = '/reset-password/:token'

/** The chargeback list by the specification's other reading, which leads to the one within the admin area (product §9). */
export const chargebackAliasPath = '/chargeback'

/** Every address at which the staff's page is answered; `*` stands for any rest. */
export const staffPagePatterns = [
  signInPath,
  staffScreens.dashboard.path,
  `${staffScreens.dashboard.path}/*`,
  staffScreens.logout.path,
  chargebackAliasPath,
  forgotPasswordPath,
  resetPasswordPath('*'),
] as const
