/** The roles of each permission (product §4). The server enforces this table, and the web hides by it. */
export const roles = ['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'] as const
export type Role = (typeof roles)[number]

const everyMember = roles
const leads = ['Admin', 'Manager'] as const

export const permissions = {
  workOrders: everyMember,
  seeOrderHistory: ['Admin', 'Manager', 'Team', 'Night Staff'],
  assignToOthers: leads,
  deleteFromList: leads,
  deleteFromFutureQueue: everyMember,
  deleteButtonOnMyOrders: ['Admin'],
  restoreAnyEvent: leads,
  manageTeam: leads,
  seeOrderProcessed: leads,
  setGateway: leads,
  changePassword: leads,
  manageAdmins: ['Admin'],
  seeOutbox: ['Admin'],
  seeAudit: ['Admin'],
  manageIntakeKeys: ['Admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export const can = (role: Role, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(role)
