import { listAuditEvents } from '#contract/audit.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { click, failing } from './screen-acts.ts'
import type { StaffScreen } from './screen.ts'

export const auditScreens: readonly StaffScreen[] = [
  { name: 'audit', path: staffScreens.audit.path, isLong: true },
  { name: 'audit-opened', path: staffScreens.audit.path, act: click(/^Entry .*Viewed/) },
  { name: 'audit-page-2', path: `${staffScreens.audit.path}?page=2` },
  {
    name: 'audit-filtered',
    path: `${staffScreens.audit.path}?groups=sign-in,change&search=ayu&fromDate=2026-01-01`,
  },
  { name: 'audit-none', path: `${staffScreens.audit.path}?search=nobody+of+this+name` },
  { name: 'audit-failure', path: staffScreens.audit.path, act: failing(`${listAuditEvents.path}?*`) },
]
