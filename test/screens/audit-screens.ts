import { listAuditEvents } from '#contract/audit.ts'
import { staffPaths } from '#contract/rules/staff-addresses.ts'
import { click, failing } from './screen-acts.ts'
import type { StaffScreen } from './screen.ts'

/** The audit, with a row opened, filtered and without entries. */
export const auditScreens: readonly StaffScreen[] = [
  { name: 'audit', path: staffPaths.audit, isLong: true },
  { name: 'audit-opened', path: staffPaths.audit, act: click(/^Entry .*Viewed/) },
  { name: 'audit-page-2', path: `${staffPaths.audit}?page=2` },
  {
    name: 'audit-filtered',
    path: `${staffPaths.audit}?groups=sign-in,change&search=ayu&fromDate=2026-01-01`,
  },
  { name: 'audit-none', path: `${staffPaths.audit}?search=nobody+of+this+name` },
  { name: 'audit-failure', path: staffPaths.audit, act: failing(`${listAuditEvents.path}?*`) },
]
