import { auditJobs } from '#server/audit/chain.jobs.ts'
import { draftJobs } from '#server/drafts/drafts.jobs.ts'
import { previewJobs } from '#server/documents/preview.jobs.ts'
import { fileJobs } from './platform/files/orphaned-files.jobs.ts'
import { filingJobs } from '#server/filing/fill-tokens.jobs.ts'
import { intakeJobs } from '#server/intake/idempotency.jobs.ts'
import { mailTemplates } from './mail-templates.ts'
import { liveJobs } from '#server/live/order-changes.jobs.ts'
import { messageJobs } from '#server/messages/incoming-quotas.jobs.ts'
import { bulkRunJobs } from '#server/orders/bulk-runs/bulk-runs.jobs.ts'
import { countJobs } from '#server/orders/counts.jobs.ts'
import { undoJobs } from '#server/orders/undo.jobs.ts'
import { viewerJobs } from '#server/orders/viewers.jobs.ts'
import { registerMailJobs } from './platform/mail/mail-worker.ts'
import type { Platform } from './platform/work.ts'
import { privacyJobs } from '#server/privacy/erasures.jobs.ts'
import { proposalJobs } from '#server/proposals/proposals.jobs.ts'
import { sessionJobs } from '#server/session/passwords.jobs.ts'
import { lateRecordJobs } from '#server/visitor/late-records.jobs.ts'
import { linkJobs } from '#server/visitor/order-link.jobs.ts'

/** Every feature's work after the answer; before `platform.jobs.start()`. */
export function registerJobs(platform: Platform) {
  auditJobs(platform)
  bulkRunJobs(platform)
  countJobs(platform)
  draftJobs(platform)
  fileJobs(platform)
  filingJobs(platform)
  registerMailJobs(platform, mailTemplates)
  intakeJobs(platform)
  previewJobs(platform)
  lateRecordJobs(platform)
  linkJobs(platform)
  liveJobs(platform)
  messageJobs(platform)
  privacyJobs(platform)
  proposalJobs(platform)
  sessionJobs(platform)
  undoJobs(platform)
  viewerJobs(platform)
}
