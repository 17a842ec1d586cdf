import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import * as audit from '#contract/audit.ts'
import * as bulkRuns from '#contract/bulk-runs.ts'
import * as corrections from '#contract/corrections.ts'
import * as disputes from '#contract/disputes.ts'
import * as documents from '#contract/documents.ts'
import * as drafts from '#contract/drafts.ts'
import * as exports from '#contract/export.ts'
import * as formFiller from '#contract/form-filler.ts'
import * as gateways from '#contract/gateways.ts'
import * as imports from '#contract/imports.ts'
import * as intakeKeys from '#contract/intake-keys.ts'
import * as invoices from '#contract/invoices.ts'
import * as live from '#contract/live.ts'
import * as mailProblems from '#contract/mail-problems.ts'
import * as preflight from '#contract/preflight.ts'
import * as messages from '#contract/messages.ts'
import * as details from '#contract/order-details.ts'
import * as moves from '#contract/moves.ts'
import * as viewers from '#contract/viewers.ts'
import * as orders from '#contract/orders.ts'
import * as outbox from '#contract/outbox.ts'
import * as packs from '#contract/packs.ts'
import * as proposals from '#contract/proposals.ts'
import * as privacy from '#contract/privacy.ts'
import { listRequests } from '#contract/privacy-list.ts'
import * as questions from '#contract/questions.ts'
import * as refunds from '#contract/refunds.ts'
import * as remarks from '#contract/remarks.ts'
import * as ratios from '#contract/ratios.ts'
import * as requests from '#contract/requests.ts'
import * as reports from '#contract/reports.ts'
import { can, type Permission, type Role } from '#contract/rules/roles.ts'
import * as factors from '#contract/second-factor.ts'
import * as session from '#contract/session.ts'
import { shiftDesk } from '#contract/shift-desk.ts'
import * as team from '#contract/team.ts'
import * as templates from '#contract/templates.ts'
import * as views from '#contract/views.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { aPdf, asFile } from '../../support/document-fixtures.ts'
import { receiveSnapshot, snapshotOf } from '../../support/disputes.ts'
import { memberNames, testPassword } from '../../support/test-app.ts'
import { uniqueText, unknownOrderId, type Ownership, type CaseContext } from './case-context.ts'

/** Expected HTTP status for the caller's own object, another member's, and a missing one. */
type Codes = Record<Ownership, number>

export interface Case {
  endpoint: Endpoint
  /** Prepares the object and returns the call's input. */
  prepare(context: CaseContext, whose: Ownership): Promise<unknown>
  /** Expected for roles with the endpoint's permission. */
  expectedCodes: Codes | ((role: Role) => Codes)
}

/** Most objects are shared: only a missing one makes a difference (product §4). */
const sharedObjectCodes: Codes = { own: 200, other: 200, missing: 404 }
/** For calls that concern no object. */
const noObjectCodes: Codes = { own: 200, other: 200, missing: 200 }
const allAnswer = (code: number): Codes => ({ own: code, other: code, missing: code })
const byPermission = (permission: Permission, holders: Codes, others: Codes) => (role: Role) =>
  can(role, permission) ? holders : others

const roleCase = (
  endpoint: Endpoint,
  codes: Case['expectedCodes'],
  make: (context: CaseContext, whose: Ownership) => unknown,
): Case => ({ endpoint, expectedCodes: codes, prepare: async (context, whose) => make(context, whose) })

const range = { fromDate: '2026-11-01', toDate: '2026-11-30' }

/** A request of the customer of an order, and its address. */
async function privacyRequest({ app, order }: CaseContext, whose: Ownership) {
  const token = await app.signInAs('Admin')
  const kinds: ['access', 'erasure'] = ['access', 'erasure']
  const orderId = await order(whose === 'missing' ? 'own' : whose)
  const body = { orderId, kinds, channel: 'site' } as const
  const { data } = (await app.call(privacy.createRequest, { body }, { token })).body
  const params = { id: whose === 'missing' ? '00000000-0000-4000-8000-000000000000' : data.id }
  const { body: planned } = await app.call(privacy.planErasure, { params }, { token })
  return { params, plan: planned.data?.plan ?? 'none' }
}

/** A change of many orders whose first batch is still to come. */
const viewBody = () => ({
  name: uniqueText(),
  queue: 'newOrder' as const,
  filters: { mode: 'standard' },
  sort: 'created_at' as const,
  order: 'desc' as const,
  isShared: false,
  isPinned: false,
})

async function savedView({ app, token, otherToken }: CaseContext, whose: Ownership) {
  if (whose === 'missing') return 0x7fff_ffff
  const as = whose === 'own' ? token : otherToken
  return (await app.call(views.saveView, { body: viewBody() }, { token: as })).body.data.id
}

const templateBody = () => ({
  purpose: 'remark' as const,
  name: uniqueText(),
  texts: { en: 'Called {name}' },
  moveTo: null,
  flags: [],
  isShared: false,
})

async function savedTemplate({ app, token, otherToken }: CaseContext, whose: Ownership) {
  if (whose === 'missing') return { id: 0x7fff_ffff, revision: 1 }
  const as = whose === 'own' ? token : otherToken
  return (await app.call(templates.saveTemplate, { body: templateBody() }, { token: as })).body.data
}

async function bulkRun({ app, token, otherToken }: CaseContext, whose: Ownership) {
  if (whose === 'missing') return { params: { runId: '00000000-0000-4000-8000-000000000000' } }
  const { db } = app.platform
  const sessions = await app.call(session.listSessions, {}, { token: whose === 'own' ? token : otherToken })
  const { id: session_id, member_id } = await db
    .selectFrom('sessions')
    .select(['id', 'member_id'])
    .where('id', '=', sessions.body.data[0]?.id ?? '')
    .executeTakeFirstOrThrow()
  const action = JSON.stringify({ kind: 'giveBack' })
  const now = new Date()
  const { id: runId } = await db
    .insertInto('bulk_runs')
    .values({
      member_id,
      session_id,
      queue: 'pendingOrder',
      action,
      total: 1,
      pass: 'change',
      worked_at: now,
      started_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('bulk_run_batches')
    .values({ run_id: runId, number: 1, order_ids: [unknownOrderId] })
    .execute()
  return { params: { runId } }
}

export const cases: Case[] = [
  roleCase(session.userInfo, noObjectCodes, () => ({})),
  roleCase(session.signOut, noObjectCodes, () => ({})),
  roleCase(session.saveKeySettings, noObjectCodes, () => ({ body: { areOn: false, own: {} } })),
  roleCase(session.changePassword, noObjectCodes, () => ({
    body: { newPassword: testPassword, currentPassword: testPassword },
  })),
  roleCase(session.reauthenticate, noObjectCodes, () => ({ body: { currentPassword: testPassword } })),
  roleCase(session.listSessions, noObjectCodes, () => ({})),
  roleCase(
    session.revokeSession,
    { own: 200, other: 404, missing: 404 },
    async ({ app, token, otherToken }, whose) => {
      const as = whose === 'other' ? otherToken : token
      const { body } = await app.call(session.listSessions, {}, { token: as })
      const missing = '00000000-0000-4000-8000-000000000000'
      return { params: { id: whose === 'missing' ? missing : (body.data[0]?.id ?? missing) } }
    },
  ),

  roleCase(orders.folderCounts, noObjectCodes, () => ({})),
  roleCase(orders.futureMonthCounts, noObjectCodes, () => ({})),
  roleCase(orders.filterOptions, noObjectCodes, () => ({})),
  roleCase(views.listViews, noObjectCodes, () => ({})),
  roleCase(views.saveView, noObjectCodes, () => ({ body: viewBody() })),
  roleCase(
    views.saveView,
    byPermission('shareViews', noObjectCodes, { own: 403, other: 403, missing: 403 }),
    () => ({ body: { ...viewBody(), isShared: true } }),
  ),
  roleCase(views.changeView, { own: 200, other: 404, missing: 404 }, async (world, whose) => ({
    params: { id: await savedView(world, whose) },
    body: { isDeleted: true },
  })),
  roleCase(views.pinView, { own: 200, other: 404, missing: 404 }, async (world, whose) => ({
    params: { id: await savedView(world, whose) },
    body: { isPinned: true },
  })),
  roleCase(templates.listTemplates, noObjectCodes, () => ({})),
  roleCase(
    templates.saveTemplate,
    byPermission('shareTemplates', noObjectCodes, { own: 403, other: 403, missing: 403 }),
    () => ({ body: { ...templateBody(), isShared: true } }),
  ),
  roleCase(templates.saveTemplate, { own: 200, other: 404, missing: 404 }, async (world, whose) => ({
    body: { ...templateBody(), replaces: await savedTemplate(world, whose) },
  })),
  roleCase(templates.deleteTemplate, { own: 200, other: 404, missing: 404 }, async (world, whose) => ({
    params: { id: (await savedTemplate(world, whose)).id },
    body: { isDeleted: true },
  })),
  roleCase(orders.urgencyCounts, noObjectCodes, () => ({ params: { orderName: 'newOrder' } })),
  roleCase(
    orders.urgencyCounts,
    byPermission('seeOrderHistory', noObjectCodes, { own: 403, other: 403, missing: 403 }),
    () => ({ params: { orderName: 'allOrder' } }),
  ),
  roleCase(orders.orderStates, noObjectCodes, async (context, whose) => ({
    query: { orderIds: String(await context.order(whose)) },
  })),
  roleCase(
    orders.listOrders,
    byPermission('seeOrderHistory', noObjectCodes, { own: 403, other: 403, missing: 403 }),
    () => ({
      params: { orderName: 'allOrder' },
    }),
  ),
  roleCase(
    orders.searchOrders,
    byPermission('seeOrderHistory', noObjectCodes, { own: 403, other: 403, missing: 403 }),
    () => ({
      body: { searchVal: 'traveller', folderName: 'allOrder' },
    }),
  ),
  roleCase(orders.findOrders, noObjectCodes, () => ({ body: { text: 'traveller' } })),
  roleCase(
    exports.exportOrders,
    byPermission('seeOrderHistory', noObjectCodes, { own: 403, other: 403, missing: 403 }),
    () => ({
      params: { orderName: 'allOrder' },
    }),
  ),
  roleCase(live.followChanges, noObjectCodes, () => ({})),
  roleCase(
    bulkRuns.changeMatchingOrders,
    byPermission('seeOrderHistory', noObjectCodes, { own: 403, other: 403, missing: 403 }),
    async ({ order }) => ({
      body: {
        orders: {
          folderName: 'allOrder',
          filters: { order_id: String(await order('own')) },
          expectedCount: 1,
        },
        action: { kind: 'move', updatingStatus: 'Awaiting' },
      },
    }),
  ),
  roleCase(bulkRuns.readBulkRun, sharedObjectCodes, bulkRun),
  roleCase(bulkRuns.listBulkRunOrders, sharedObjectCodes, async (context, whose) => ({
    ...(await bulkRun(context, whose)),
    query: { outcome: 'waiting' },
  })),
  roleCase(bulkRuns.cancelBulkRun, { own: 200, other: 403, missing: 404 }, bulkRun),
  // Nothing was changed that could be undone.
  roleCase(bulkRuns.undoBulkRun, { own: 409, other: 403, missing: 404 }, bulkRun),
  roleCase(details.getOrder, sharedObjectCodes, async (context, whose) => ({
    params: { orderId: await context.order(whose) },
  })),
  roleCase(details.showNumbers, sharedObjectCodes, async (context, whose) => ({
    body: { orderId: await context.orderIn('Completed', whose) },
  })),
  roleCase(
    moves.assignOrders,
    byPermission('assignToOthers', sharedObjectCodes, { own: 200, other: 403, missing: 404 }),
    async (context, whose) => ({ body: { orderId: await context.order(whose), assignto: null } }),
  ),
  // Whoever asks is given what nobody has: there is none.
  roleCase(moves.startNext, { own: 404, other: 404, missing: 404 }, () => ({
    body: { folderName: 'priorityOrder' },
  })),
  roleCase(viewers.announceView, sharedObjectCodes, async (context, whose) => ({
    body: { orderId: await context.order(whose), open: true },
  })),
  roleCase(moves.moveOrders, sharedObjectCodes, async (context, whose) => ({
    body: { orderId: await context.order(whose), updatingStatus: 'Awaiting' },
  })),
  roleCase(
    moves.deleteOrders,
    byPermission('deleteFromList', sharedObjectCodes, { own: 403, other: 403, missing: 404 }),
    async (context, whose) => ({ body: { orderId: await context.order(whose), updatingStatus: 'Deleted' } }),
  ),
  roleCase(moves.undo, { own: 200, other: 409, missing: 409 }, async (context, whose) => {
    if (whose === 'missing') return { body: { undo: 'no-such-token' } }
    const orderId = await context.order(whose)
    const as = whose === 'own' ? context.token : context.otherToken
    const { body } = await context.app.call(
      moves.moveOrders,
      { body: { orderId, updatingStatus: 'Awaiting' } },
      { token: as },
    )
    return { body: { undo: body.data.undo ?? '' } }
  }),
  roleCase(moves.listOutgoing, noObjectCodes, () => ({})),
  roleCase(moves.undoMail, { own: 200, other: 409, missing: 409 }, async ({ app, ...context }, whose) => {
    if (whose === 'missing') return { body: { mailId: randomUUID() } }
    const token = whose === 'own' ? context.token : context.otherToken
    const body = { orderId: await context.order(whose), email: 'customer@example.com' }
    await app.call(documents.uploadDocument, { body, file: asFile(await aPdf(), 'approved.pdf') }, { token })
    const outgoing = (await app.call(moves.listOutgoing, undefined, { token })).body.data
    return { body: { mailId: outgoing.at(-1)?.mail_id ?? '' } }
  }),
  roleCase(
    moves.restoreOrder,
    byPermission('restoreAnyEvent', sharedObjectCodes, { own: 200, other: 403, missing: 404 }),
    async (context, whose) => {
      const orderId = await context.orderIn('Awaiting', whose)
      if (whose === 'missing') return { body: { orderId, eventId: 1 } }
      const { body } = await context.app.call(
        details.getOrder,
        { params: { orderId } },
        { token: context.otherToken },
      )
      return { body: { orderId, eventId: body.orderDetails.events[0]?.id ?? 0 } }
    },
  ),
  roleCase(details.saveTransaction, sharedObjectCodes, async (context, whose) => ({
    body: { orderId: await context.orderIn('Completed', whose), transactionId: 'tx', merchantName: 'shop' },
  })),
  roleCase(remarks.addRemark, sharedObjectCodes, async (context, whose) => ({
    body: { orderId: await context.order(whose), remark: 'seen' },
  })),
  roleCase(drafts.keepDraft, sharedObjectCodes, async (context, whose) => ({
    body: {
      orderId: await context.order(whose),
      kind: 'remark',
      content: { ...drafts.emptyDraft, text: 'to be said' },
      revision: null,
    },
  })),
  roleCase(corrections.correctOrder, sharedObjectCodes, async (context, whose) => ({
    body: { orderId: await context.order(whose), changes: { arrival_city: 'Ubud' }, reason: 'told so' },
  })),
  ...[questions.askCustomer, questions.previewQuestion].map((endpoint) =>
    roleCase(endpoint, sharedObjectCodes, async (context, whose) => ({
      body: { orderId: await context.order(whose), fields: ['arrival_flight_number'], text: '' },
    })),
  ),
  roleCase(requests.settleRequest, sharedObjectCodes, async (world, whose) => {
    const orderId = await world.order(whose)
    const asked_at = world.app.platform.clock()
    if (whose !== 'missing')
      await world.app.platform.db
        .insertInto('customer_requests')
        .values({ order_id: orderId, about: 'wrong', asked_at })
        .execute()
    return { body: { orderId, as: 'granted' } }
  }),
  roleCase(requests.filingBegun, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose) },
  })),
  roleCase(disputes.saveDispute, sharedObjectCodes, async (world, whose) => ({
    body: {
      orderId: await world.orderIn('ChargeBack', whose),
      dueOn: '2026-12-01',
      reasonCode: '10.4',
      outcome: '',
    },
  })),
  roleCase(disputes.recordDispute, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose), stage: 'warning', reason: 'unauthorised' },
  })),
  roleCase(disputes.settleDispute, sharedObjectCodes, async (world, whose) => {
    const orderId = await world.orderIn('ChargeBack', whose)
    const { body } = await world.app.call(
      disputes.recordDispute,
      { body: { orderId, stage: 'inquiry', reason: 'other' } },
      { token: world.token },
    )
    return { body: { orderId, disputeId: body.data?.disputeId ?? 1, as: 'answered' } }
  }),
  roleCase(disputes.linkDispute, sharedObjectCodes, async (world, whose) => {
    const { id } = await receiveSnapshot(world.app, snapshotOf({}))
    return { body: { orderId: await world.order(whose), disputeId: id } }
  }),
  roleCase(disputes.listDisputes, noObjectCodes, () => ({ query: { due: '72', stage: 'inquiry' } })),
  roleCase(refunds.refundOrders, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.orderIn('Refunds', whose) },
  })),
  roleCase(packs.defencePackDetails, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.orderIn('ChargeBack', whose), defencePackType: 1 },
  })),
  roleCase(packs.defencePackPdf, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.orderIn('ChargeBack', whose), defencePackType: 2 },
  })),
  roleCase(invoices.sendInvoice, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose) },
  })),

  roleCase(documents.uploadDocument, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose), email: 'customer@example.com' },
    file: asFile(await aPdf(), 'approved.pdf'),
  })),
  roleCase(documents.readDocument, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose) },
    file: asFile(await aPdf(), 'approved.pdf'),
  })),
  roleCase(documents.settleDocument, sharedObjectCodes, async (world, whose) => ({
    body: { ...(await world.uncheckedDocument(whose)), settled: true },
  })),
  roleCase(documents.resendMail, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: (await world.orderWithDocument(whose)).orderId, email: 'customer@example.com' },
  })),
  roleCase(documents.withdrawDocument, sharedObjectCodes, async (world, whose) => ({
    body: { ...(await world.orderWithDocument(whose)), reason: 'wrong person' },
  })),
  roleCase(documents.emailContent, sharedObjectCodes, async (world, whose) => ({
    params: { orderId: await world.order(whose) },
  })),
  roleCase(documents.configuredProviders, noObjectCodes, () => ({})),
  roleCase(outbox.listOutbox, noObjectCodes, () => ({})),
  roleCase(outbox.readOutboxMail, sharedObjectCodes, async (world, whose) => {
    const missing = '00000000-0000-4000-8000-000000000000'
    if (whose === 'missing') return { params: { mailId: missing } }
    await world.orderWithDocument(whose)
    const mail = await world.app.platform.db
      .selectFrom('mails')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    return { params: { mailId: mail.id } }
  }),

  roleCase(messages.answerMessage, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose), text: 'Thank you.' },
  })),
  roleCase(messages.handleMessages, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose) },
  })),
  roleCase(mailProblems.listMailProblems, noObjectCodes, () => ({})),
  roleCase(shiftDesk, noObjectCodes, () => ({})),
  roleCase(mailProblems.settleMailProblem, { own: 404, other: 404, missing: 404 }, async (world, whose) => ({
    body: { orderId: await world.order(whose), mailId: randomUUID() },
  })),
  roleCase(mailProblems.resendMailsOfCause, noObjectCodes, () => ({
    body: { provider: 'AWS', state: 'waiting', cause: 'of no mail' },
  })),
  // The name of a test's traveller has a digit.
  roleCase(preflight.settleFinding, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose), check: 'name-characters' },
  })),
  roleCase(proposals.listProposals, noObjectCodes, () => ({})),
  roleCase(proposals.matchDocuments, noObjectCodes, async () => ({
    body: {},
    file: [asFile(await aPdf(uniqueText()), 'scan.pdf')],
  })),
  roleCase(proposals.compareProposal, sharedObjectCodes, async (world, whose) => ({
    params: await world.proposal(whose),
  })),
  roleCase(proposals.proposalPage, sharedObjectCodes, async (world, whose) => ({
    params: { id: (await world.proposal(whose)).id },
  })),
  roleCase(proposals.sendDocuments, sharedObjectCodes, async (world, whose) => ({
    body: { proposals: [await world.proposal(whose)] },
  })),
  roleCase(proposals.dismissProposal, sharedObjectCodes, async (world, whose) => ({
    body: { id: (await world.proposal(whose)).id },
  })),
  roleCase(messages.listOpenMessages, noObjectCodes, () => ({})),
  roleCase(messages.listOlderMessages, sharedObjectCodes, async (world, whose) => ({
    params: { orderId: await world.order(whose) },
    query: { before: 1 },
  })),
  roleCase(messages.readMessageFile, sharedObjectCodes, async (world, whose) => ({
    params: { messageFileId: (await world.orderWithMailedFile(whose)).messageFileId },
  })),
  roleCase(messages.acceptMessageFile, sharedObjectCodes, async (world, whose) => ({
    body: await world.orderWithMailedFile(whose),
  })),

  roleCase(reports.countryOrderCount, noObjectCodes, () => ({ body: range })),
  roleCase(reports.processedByCount, noObjectCodes, () => ({ body: range })),
  roleCase(reports.exportCountryOrderCount, noObjectCodes, () => ({ query: range })),
  roleCase(reports.promisesKept, noObjectCodes, () => ({ body: range })),
  roleCase(reports.exportPromisesKept, noObjectCodes, () => ({ query: range })),
  roleCase(reports.exportProcessedByCount, noObjectCodes, () => ({ query: range })),
  roleCase(ratios.disputeRatios, noObjectCodes, () => ({})),

  roleCase(gateways.listGateways, noObjectCodes, () => ({})),
  roleCase(gateways.setGateway, sharedObjectCodes, (_world, whose) => ({
    body: { gatewayId: whose === 'missing' ? 9999 : 1 },
  })),
  roleCase(intakeKeys.listIntakeKeys, noObjectCodes, () => ({})),
  roleCase(intakeKeys.createIntakeKey, noObjectCodes, () => ({
    body: { name: `key ${uniqueText()}`, domains: 'pabean.example' },
  })),
  roleCase(intakeKeys.revokeIntakeKey, sharedObjectCodes, async ({ app }, whose) => {
    if (whose === 'missing') return { params: { id: 999_999 } }
    const token = await app.signInAs('Admin')
    const name = `key ${uniqueText()}`
    await app.call(intakeKeys.createIntakeKey, { body: { name, domains: 'pabean.example' } }, { token })
    const { body } = await app.call(intakeKeys.listIntakeKeys, {}, { token })
    return { params: { id: body.data.find((key) => key.name === name)?.id ?? 0 } }
  }),
  roleCase(imports.listImports, noObjectCodes, () => ({})),
  roleCase(imports.importOrders, sharedObjectCodes, async ({ app, token }, whose) => {
    const takeBack = (id: string) => ({ body: { act: 'take back', id }, file: null })
    if (whose === 'missing') return takeBack('0'.repeat(64))
    const order = {
      landing_domain: 'a.example',
      email: 'imported@example.com',
      arrival_full_name: uniqueText(),
    }
    const file = new File([JSON.stringify(order)], 'orders.ndjson')
    const answer = await app.call(imports.importOrders, { body: { act: 'run' }, file }, { token })
    return takeBack(answer.body.data.id)
  }),
  roleCase(formFiller.listFormOrigins, noObjectCodes, () => ({})),
  roleCase(formFiller.addFormOrigin, noObjectCodes, () => ({
    body: { origin: `https://${uniqueText()}.example` },
  })),
  roleCase(formFiller.removeFormOrigin, sharedObjectCodes, async ({ app }, whose) => {
    if (whose === 'missing') return { params: { id: 999_999 } }
    const token = await app.signInAs('Admin')
    const body = { origin: `https://${uniqueText()}.example` }
    const { id } = (await app.call(formFiller.addFormOrigin, { body }, { token })).body.data
    return { params: { id } }
  }),
  roleCase(formFiller.createFillToken, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose), traveller: 0 },
  })),
  roleCase(audit.listAuditEvents, noObjectCodes, () => ({})),
  roleCase(audit.readAuditEvent, sharedObjectCodes, async ({ app }, whose) => {
    const newest = await app.platform.db
      .selectFrom('audit_events')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return { params: { id: whose === 'missing' ? 999_999_999 : newest?.id } }
  }),
  roleCase(audit.exportAudit, noObjectCodes, () => ({})),
  roleCase(audit.readAuditChain, noObjectCodes, () => ({})),
  roleCase(audit.verifyAudit, noObjectCodes, () => ({ body: {} })),

  roleCase(listRequests, noObjectCodes, () => ({})),
  roleCase(privacy.createRequest, sharedObjectCodes, async (world, whose) => ({
    body: { orderId: await world.order(whose), kinds: ['access'], channel: 'letter' },
  })),
  roleCase(privacy.getRequest, sharedObjectCodes, privacyRequest),
  roleCase(privacy.planErasure, sharedObjectCodes, privacyRequest),
  roleCase(privacy.accessFilePdf, sharedObjectCodes, privacyRequest),
  roleCase(privacy.accessFileJson, sharedObjectCodes, privacyRequest),
  roleCase(privacy.sendAccessLink, sharedObjectCodes, async (world, whose) => ({
    ...(await privacyRequest(world, whose)),
    body: {},
  })),
  roleCase(privacy.readRetention, noObjectCodes, () => ({})),
  roleCase(privacy.setRetention, noObjectCodes, () => ({
    body: { on: false, detailsDays: 180, evidenceDays: 548 },
  })),
  roleCase(privacy.tickStep, sharedObjectCodes, async (world, whose) => ({
    ...(await privacyRequest(world, whose)),
    body: { step: 'identity', done: true },
  })),
  roleCase(privacy.restrictOrders, sharedObjectCodes, async (world, whose) => ({
    ...(await privacyRequest(world, whose)),
    body: { restricted: true },
  })),
  roleCase(privacy.eraseOrders, sharedObjectCodes, async (world, whose) => {
    const { params, plan } = await privacyRequest(world, whose)
    return { params, body: { plan } }
  }),
  roleCase(privacy.closeRequest, sharedObjectCodes, async (world, whose) => ({
    ...(await privacyRequest(world, whose)),
    body: { text: 'Done.' },
  })),

  roleCase(team.listTeam, noObjectCodes, () => ({})),
  roleCase(team.listTeamMemberTypes, noObjectCodes, () => ({})),
  roleCase(team.teamMemberInfo, sharedObjectCodes, async (world, whose) => ({
    params: { id: whose === 'missing' ? 999_999 : (await world.member('Team')).id },
  })),
  roleCase(team.addTeamMember, noObjectCodes, () => ({
    body: {
      name: `New ${uniqueText()}`,
      email: `new${uniqueText()}@pabean.example`,
      password: 'rambutan',
      type: 'Team',
    },
  })),
  roleCase(team.updateTeamMember, sharedObjectCodes, async (world, whose) => {
    const { name, email, id } = await world.member('Team')
    return { body: { name, email, type: 'Telecaller', tmId: whose === 'missing' ? 999_999 : id } }
  }),
  roleCase(team.deleteTeamMember, sharedObjectCodes, async (world, whose) => ({
    body: { teamMemberId: whose === 'missing' ? 999_999 : (await world.member('Team')).id },
  })),
  roleCase(team.listMemberSessions, sharedObjectCodes, async (world, whose) => ({
    params: { memberId: whose === 'missing' ? 999_999 : (await world.member('Team')).id },
  })),
  roleCase(team.endMemberSessions, sharedObjectCodes, async (world, whose) => ({
    params: { memberId: whose === 'missing' ? 999_999 : (await world.member('Team')).id },
  })),
  roleCase(team.endMemberSession, sharedObjectCodes, async ({ app, member }, whose) => {
    const { id: memberId, email } = await member('Team')
    const token = await app.signInWith(email)
    const { body } = await app.call(session.listSessions, {}, { token })
    const missing = '00000000-0000-4000-8000-000000000000'
    return { params: { memberId, sessionId: whose === 'missing' ? missing : (body.data[0]?.id ?? missing) } }
  }),

  roleCase(factors.readFactors, noObjectCodes, () => ({})),
  roleCase(factors.offerFactors, noObjectCodes, () => ({})),
  roleCase(factors.beginTotp, noObjectCodes, () => ({})),
  /** The caller may, and what they send is not right. */
  roleCase(factors.confirmTotp, allAnswer(400), () => ({ body: { code: 'no digits' } })),
  roleCase(factors.removeTotp, allAnswer(404), () => ({})),
  roleCase(factors.beginPasskey, allAnswer(409), () => ({})),
  roleCase(factors.addPasskey, allAnswer(400), () => {
    const ceremony = { challenge: 'x', origin: 'http://localhost', rpId: 'localhost' }
    return { body: { name: 'Key', credential: createAuthenticator().register(ceremony) } }
  }),
  roleCase(factors.removePasskey, allAnswer(404), () => ({ params: { id: 'unknown' } })),
  roleCase(factors.renewRecoveryCodes, allAnswer(409), () => ({})),
  roleCase(factors.readFactorRoles, noObjectCodes, () => ({})),
  roleCase(factors.setFactorRoles, noObjectCodes, () => ({ body: { roles: [] } })),
  roleCase(factors.resetFactors, { own: 409, other: 409, missing: 404 }, async (world, whose) => ({
    params: { memberId: whose === 'missing' ? 999_999 : (await world.member('Team')).id },
  })),
  /** Only Admins may give the role Admin, or change or remove an Admin. */
  roleCase(
    team.addTeamMember,
    byPermission('manageAdmins', noObjectCodes, { own: 403, other: 403, missing: 403 }),
    () => ({
      body: {
        name: `New ${uniqueText()}`,
        email: `new${uniqueText()}@pabean.example`,
        password: 'rambutan',
        type: 'Admin',
      },
    }),
  ),
  roleCase(
    team.deleteTeamMember,
    byPermission('manageAdmins', sharedObjectCodes, { own: 403, other: 403, missing: 404 }),
    async (world, whose) => ({
      body: { teamMemberId: whose === 'missing' ? 999_999 : (await world.member('Admin')).id },
    }),
  ),
  /** Assigning to another member. */
  roleCase(
    moves.assignOrders,
    byPermission(
      'assignToOthers',
      { own: 409, other: 409, missing: 404 },
      { own: 403, other: 403, missing: 403 },
    ),
    async (world, whose) => {
      const orderId = await world.order(whose)
      const name = world.role === 'Night Staff' ? memberNames.Team : memberNames['Night Staff']
      return { body: { orderId: whose === 'missing' ? unknownOrderId : orderId, assignto: name } }
    },
  ),
]
