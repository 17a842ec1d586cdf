import { isOneOf } from './typed-keys.ts'

/** The roles of each permission (product §4). The server enforces this table, and the web hides by it. */
export const roles = ['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'] as const
export type Role = (typeof roles)[number]

const allRoles = roles
const leadRoles = ['Admin', 'Manager'] as const

export const permissions = {
  workOrders: allRoles,
  seeOrderHistory: ['Admin', 'Manager', 'Team', 'Night Staff'],
  assignToOthers: leadRoles,
  deleteFromList: leadRoles,
  deleteFromFutureQueue: allRoles,
  deleteButtonOnMyOrders: ['Admin'],
  restoreAnyEvent: leadRoles,
  manageTeam: leadRoles,
  seeOrderProcessed: leadRoles,
  seeRatios: leadRoles,
  seeShiftByMember: leadRoles,
  shareViews: leadRoles,
  shareTemplates: leadRoles,
  setGateway: leadRoles,
  changePassword: leadRoles,
  manageAdmins: ['Admin'],
  workComplianceCases: ['Admin'],
  seeOutbox: ['Admin'],
  seeAudit: ['Admin'],
  seeFaults: ['Admin'],
  endOthersSessions: ['Admin'],
  manageSecondFactors: ['Admin'],
  manageIntakeKeys: ['Admin'],
  importOrders: ['Admin'],
  manageFormOrigins: ['Admin'],
  managePrivacy: ['Admin'],
  seeRestrictedOrders: ['Admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export const can = (role: Role, permission: Permission): boolean =>
  isOneOf<Role>(permissions[permission], role)
