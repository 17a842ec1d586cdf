import * as contract from '#contract/audit.ts'
import type { Http } from '#server/platform/http/http.ts'
import { listAudit } from './audit.ts'

export function auditRoutes(http: Http) {
  http.read(contract.listAuditEvents, (work, { query }) => listAudit(work, query))
}
