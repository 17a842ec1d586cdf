import { auditJobs } from '#server/audit/chain.jobs.ts'
import { expiryJobs } from './expired-rows.ts'
import { fileJobs } from './platform/files/orphaned-files.jobs.ts'
import { mailTemplates } from './mail-templates.ts'
import { bulkRunJobs } from '#server/orders/bulk-runs/bulk-runs.jobs.ts'
import { countJobs } from '#server/orders/counts.jobs.ts'
import { searchIndexJobs } from '#server/orders/search-index.jobs.ts'
import { registerMailJobs } from './platform/mail/mail-worker.ts'
import type { Platform } from './platform/work.ts'
import { privacyJobs } from '#server/privacy/erasures.jobs.ts'
import { proposalJobs } from '#server/proposals/proposals.jobs.ts'
import { silentSiteJobs } from '#server/silent-sites/silent-sites.jobs.ts'
import { sessionJobs } from '#server/session/passwords.jobs.ts'
import { disputeJobs } from '#server/disputes/disputes.jobs.ts'
import { documentJobs } from '#server/documents/documents.jobs.ts'
import { lateRecordJobs } from '#server/visitor/late-records.jobs.ts'
import { linkJobs } from '#server/visitor/order-link.jobs.ts'

export function registerJobs(platform: Platform) {
  auditJobs(platform)
  bulkRunJobs(platform)
  countJobs(platform)
  disputeJobs(platform)
  documentJobs(platform)
  expiryJobs(platform)
  fileJobs(platform)
  registerMailJobs(platform, mailTemplates)
  lateRecordJobs(platform)
  linkJobs(platform)
  privacyJobs(platform)
  proposalJobs(platform)
  searchIndexJobs(platform)
  sessionJobs(platform)
  silentSiteJobs(platform)
}
