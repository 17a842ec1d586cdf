import type { FastifyInstance } from 'fastify'
import { auditCalls } from './audit/list.ts'
import { chainCalls } from './audit/verifier.ts'
import { correctionCalls } from './corrections/correct-order.ts'
import { disputeCalls } from './corrections/save-dispute.ts'
import { changeDisputeCalls } from './disputes/change-disputes.ts'
import { listDisputeCalls } from './disputes/list-disputes.ts'
import { documentCalls } from './documents/documents.ts'
import { readDocumentCalls } from './documents/read-document.ts'
import { settleCalls } from './documents/settle.ts'
import { uploadCalls } from './documents/upload.ts'
import { withdrawCalls } from './documents/withdraw.ts'
import { draftCalls } from './drafts/drafts.ts'
import { fillTokenCalls } from './filing/fill-tokens.ts'
import { filingBegunCalls } from './filing/filing-begun.ts'
import { formOriginCalls } from './filing/form-origins.ts'
import { gatewayCalls } from './gateways/gateways.ts'
import { intakeKeyCalls } from './intake-keys/intake-keys.ts'
import { importCalls } from './intake/import/imports.ts'
import { intakeCalls } from './intake/receive-order.ts'
import { reportDisputeCalls } from './intake/report-dispute.ts'
import { invoiceCalls } from './invoices/send-invoice.ts'
import { liveCalls } from './live/follow-changes.ts'
import { mailProblemCalls } from './mail-problems/mail-problems.ts'
import { answerCalls } from './messages/answer.ts'
import { messageFileCalls } from './messages/message-files.ts'
import { messageCalls } from './messages/messages.ts'
import { orderViewCalls } from './order-view/order-details.ts'
import { assignCalls } from './orders/assign.ts'
import { bulkRunCalls } from './orders/bulk-runs/bulk-runs.ts'
import { countCalls } from './orders/counts.ts'
import { statusCalls } from './orders/current-status.ts'
import { deleteCalls } from './orders/delete.ts'
import { orderExportCalls } from './orders/export.ts'
import { findCalls } from './orders/find.ts'
import { listCalls } from './orders/list.ts'
import { moveCalls } from './orders/move.ts'
import { startNextCalls } from './orders/start-next.ts'
import { transactionCalls } from './corrections/save-transaction.ts'
import { viewerCalls } from './orders/viewers.ts'
import { outboxCalls } from './outbox/outbox.ts'
import { packCalls } from './packs/make-pack.ts'
import { preflightCalls } from './preflight/settle-finding.ts'
import { accessFileCalls } from './privacy/send-access-file.ts'
import { confirmErasureCalls } from './privacy/confirm-erasure.ts'
import { planErasureCalls } from './privacy/plan-erasure.ts'
import { requestCalls } from './privacy/requests.ts'
import { retentionCalls } from './privacy/retention.ts'
import { accessLinkCalls } from './privacy/send-access-link.ts'
import { matchCalls } from './proposals/match-documents.ts'
import { proposalCalls } from './proposals/proposals.ts'
import { sendProposalCalls } from './proposals/send-proposals.ts'
import { proposalPageCalls } from './proposals/show-page.ts'
import { questionCalls } from './questions/ask-customer.ts'
import { refundCalls } from './refunds/refund-orders.ts'
import { remarkCalls } from './remarks/remarks.ts'
import { ratioCalls } from './reports/ratios.ts'
import { reportCalls } from './reports/reports.ts'
import { resendCauseCalls } from './resend/resend-cause.ts'
import { resendCalls } from './resend/resend.ts'
import { settleRequestCalls } from './requests/settle-request.ts'
import { enrolCalls } from './session/factors/enrol.ts'
import { requiredFactorCalls } from './session/factors/required-factors.ts'
import { passwordCalls } from './session/passwords.ts'
import { reauthenticateCalls } from './session/reauthenticate.ts'
import { sessionCalls } from './session/sessions.ts'
import { signInCalls } from './session/sign-in.ts'
import { userInfoCalls } from './session/user-info.ts'
import { shiftDeskCalls } from './shift-desk/shift-desk.ts'
import { siteCalls } from './sites/sites.ts'
import { memberSessionCalls } from './team/member-sessions.ts'
import { teamCalls } from './team/team.ts'
import { templateCalls } from './templates/templates.ts'
import { undoCalls } from './undo/undo.ts'
import { viewCalls } from './views/views.ts'
import { askAgencyCalls } from './visitor/ask-agency.ts'
import { downloadCalls } from './visitor/downloads.ts'
import { orderLinkCalls } from './visitor/order-link.ts'
import { orderPageCalls } from './visitor/order-page.ts'
import { trackOrderCalls } from './visitor/track-order.ts'
import { visitSiteCalls } from './visitor/visit.ts'
import { mailTemplates as templates } from './mail-templates.ts'
import type { Tokens } from './platform/auth/tokens.ts'
import type { Calls } from './platform/http/implement.ts'
import type { SelfCheck } from './platform/self-check.ts'
import type { Platform } from './platform/work.ts'
import { faultCalls } from './watching/faults.ts'

export function allCalls(
  app: FastifyInstance,
  platform: Platform,
  { tokens, selfCheck }: { tokens: Tokens; selfCheck: SelfCheck },
): Calls[] {
  return [
    auditCalls,
    chainCalls(platform),
    correctionCalls,
    disputeCalls,
    askAgencyCalls,
    filingBegunCalls,
    settleRequestCalls,
    changeDisputeCalls,
    listDisputeCalls,
    reportDisputeCalls,
    documentCalls,
    readDocumentCalls,
    settleCalls,
    uploadCalls,
    withdrawCalls,
    draftCalls,
    faultCalls(selfCheck),
    fillTokenCalls,
    formOriginCalls,
    gatewayCalls,
    intakeKeyCalls,
    importCalls,
    intakeCalls,
    invoiceCalls,
    liveCalls(app, platform),
    mailProblemCalls,
    answerCalls,
    messageFileCalls,
    messageCalls,
    orderViewCalls,
    assignCalls,
    bulkRunCalls,
    countCalls,
    statusCalls,
    deleteCalls,
    orderExportCalls,
    findCalls,
    listCalls,
    moveCalls,
    startNextCalls,
    transactionCalls,
    viewerCalls,
    outboxCalls(templates),
    packCalls(templates),
    preflightCalls,
    accessFileCalls(templates),
    confirmErasureCalls,
    planErasureCalls,
    requestCalls,
    retentionCalls,
    accessLinkCalls,
    matchCalls,
    proposalCalls,
    sendProposalCalls,
    proposalPageCalls,
    questionCalls,
    refundCalls,
    remarkCalls,
    ratioCalls,
    reportCalls,
    resendCalls(templates),
    resendCauseCalls(templates),
    enrolCalls,
    requiredFactorCalls,
    passwordCalls,
    reauthenticateCalls(tokens),
    sessionCalls,
    signInCalls(tokens),
    userInfoCalls(tokens),
    shiftDeskCalls,
    siteCalls,
    memberSessionCalls,
    teamCalls,
    templateCalls,
    undoCalls,
    viewCalls,
    downloadCalls,
    orderLinkCalls,
    orderPageCalls,
    trackOrderCalls,
    visitSiteCalls,
  ]
}
