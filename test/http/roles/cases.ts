import type { Endpoint } from '#contract/endpoint.ts'
import * as audit from '#contract/audit.ts'
import * as corrections from '#contract/corrections.ts'
import * as disputes from '#contract/disputes.ts'
import * as documents from '#contract/documents.ts'
import * as exports from '#contract/export.ts'
import * as gateways from '#contract/gateways.ts'
import * as intakeKeys from '#contract/intake-keys.ts'
import * as invoices from '#contract/invoices.ts'
import * as messages from '#contract/messages.ts'
import * as details from '#contract/order-details.ts'
import * as moves from '#contract/moves.ts'
import * as orders from '#contract/orders.ts'
import * as outbox from '#contract/outbox.ts'
import * as packs from '#contract/packs.ts'
import * as refunds from '#contract/refunds.ts'
import * as remarks from '#contract/remarks.ts'
import * as reports from '#contract/reports.ts'
import { can, type Permission, type Role } from '#contract/rules/roles.ts'
import * as session from '#contract/session.ts'
import * as team from '#contract/team.ts'
import { aPdf, asFile } from '../../support/document-fixtures.ts'
import { memberNames, testPassword } from '../../support/test-app.ts'
import { unknownOrder, type Whose, type World } from './case-context.ts'

/** Expected HTTP status for the caller's own object, another member's, and a missing one. */
type Codes = Record<Whose, number>

export interface Case {
  endpoint: Endpoint
  /** Prepares the object and returns the call's input. */
  make(world: World, whose: Whose): Promise<unknown>
  /** Expected for roles with the endpoint's permission. */
  codes: Codes | ((role: Role) => Codes)
}

/** Most objects are shared: only a missing one makes a difference (product §4). */
const shared: Codes = { own: 200, other: 200, missing: 404 }
/** For calls that concern no object. */
const same: Codes = { own: 200, other: 200, missing: 200 }
const forLeads = (permission: Permission, holders: Codes, others: Codes) => (role: Role) =>
  can(role, permission) ? holders : others

const about = (
  endpoint: Endpoint,
  codes: Case['codes'],
  make: (world: World, whose: Whose) => unknown,
): Case => ({ endpoint, codes, make: async (world, whose) => make(world, whose) })

const range = { fromDate: '2026-11-01', toDate: '2026-11-30' }

export const cases: Case[] = [
  about(session.userInfo, same, () => ({})),
  about(session.signOut, same, () => ({})),
  about(session.changePassword, same, () => ({
    body: { newPassword: testPassword, currentPassword: testPassword },
  })),
  about(session.listSessions, same, () => ({})),
  about(
    session.revokeSession,
    { own: 200, other: 404, missing: 404 },
    async ({ app, token, otherToken }, whose) => {
      const as = whose === 'other' ? otherToken : token
      const { body } = await app.call(session.listSessions, {}, { token: as })
      const missing = '00000000-0000-4000-8000-000000000000'
      return { params: { id: whose === 'missing' ? missing : (body.data[0]?.id ?? missing) } }
    },
  ),

  about(orders.folderCounts, same, () => ({})),
  about(orders.futureMonthCounts, same, () => ({})),
  about(orders.listOrders, forLeads('seeOrderHistory', same, { own: 403, other: 403, missing: 403 }), () => ({
    params: { orderName: 'allOrder' },
  })),
  about(
    orders.searchOrders,
    forLeads('seeOrderHistory', same, { own: 403, other: 403, missing: 403 }),
    () => ({
      body: { searchVal: 'traveller', folderName: 'allOrder' },
    }),
  ),
  about(
    exports.exportOrders,
    forLeads('seeOrderHistory', same, { own: 403, other: 403, missing: 403 }),
    () => ({
      params: { orderName: 'allOrder' },
    }),
  ),
  about(details.getOrder, shared, async (world, whose) => ({
    params: { orderId: await world.order(whose) },
  })),
  about(
    moves.assignOrders,
    forLeads('assignToOthers', shared, { own: 200, other: 403, missing: 404 }),
    async (world, whose) => ({ body: { orderId: await world.order(whose), assignto: null } }),
  ),
  about(moves.moveOrders, shared, async (world, whose) => ({
    body: { orderId: await world.order(whose), updatingStatus: 'Awaiting' },
  })),
  about(
    moves.deleteOrders,
    forLeads('deleteFromList', shared, { own: 403, other: 403, missing: 404 }),
    async (world, whose) => ({ body: { orderId: await world.order(whose), updatingStatus: 'Deleted' } }),
  ),
  about(moves.undo, { own: 200, other: 409, missing: 409 }, async (world, whose) => {
    if (whose === 'missing') return { body: { undo: 'no-such-token' } }
    const orderId = await world.order(whose)
    const as = whose === 'own' ? world.token : world.otherToken
    const { body } = await world.app.call(
      moves.moveOrders,
      { body: { orderId, updatingStatus: 'Awaiting' } },
      { token: as },
    )
    return { body: { undo: body.data.undo ?? '' } }
  }),
  about(
    moves.restoreOrder,
    forLeads('restoreAnyEvent', shared, { own: 200, other: 403, missing: 404 }),
    async (world, whose) => {
      const orderId = await world.orderIn('Awaiting', whose)
      if (whose === 'missing') return { body: { orderId, eventId: 1 } }
      const { body } = await world.app.call(
        details.getOrder,
        { params: { orderId } },
        { token: world.otherToken },
      )
      return { body: { orderId, eventId: body.orderDetails.events[0]?.id ?? 0 } }
    },
  ),
  about(details.saveTransaction, shared, async (world, whose) => ({
    body: { orderId: await world.orderIn('Completed', whose), transactionId: 'tx', merchantName: 'shop' },
  })),
  about(remarks.addRemark, shared, async (world, whose) => ({
    body: { orderId: await world.order(whose), remark: 'seen' },
  })),
  about(corrections.correctOrder, shared, async (world, whose) => ({
    body: { orderId: await world.order(whose), changes: { arrival_city: 'Ubud' }, reason: 'told so' },
  })),
  about(disputes.saveDispute, shared, async (world, whose) => ({
    body: {
      orderId: await world.orderIn('ChargeBack', whose),
      dueOn: '2026-12-01',
      reasonCode: '10.4',
      outcome: '',
    },
  })),
  about(refunds.refundOrders, shared, async (world, whose) => ({
    body: { orderId: await world.orderIn('Refunds', whose) },
  })),
  about(packs.defencePackDetails, shared, async (world, whose) => ({
    body: { orderId: await world.orderIn('ChargeBack', whose), defencePackType: 1 },
  })),
  about(packs.defencePackPdf, shared, async (world, whose) => ({
    body: { orderId: await world.orderIn('ChargeBack', whose), defencePackType: 2 },
  })),
  about(invoices.sendInvoice, shared, async (world, whose) => ({
    body: { orderId: await world.order(whose) },
  })),

  about(documents.uploadDocument, shared, async (world, whose) => ({
    body: { orderId: await world.order(whose), email: 'customer@example.com' },
    file: asFile(await aPdf(), 'approved.pdf'),
  })),
  about(documents.resendMail, shared, async (world, whose) => ({
    body: { orderId: (await world.orderWithDocument(whose)).orderId, email: 'customer@example.com' },
  })),
  about(documents.withdrawDocument, shared, async (world, whose) => ({
    body: { ...(await world.orderWithDocument(whose)), reason: 'wrong person' },
  })),
  about(documents.emailContent, shared, async (world, whose) => ({
    params: { orderId: await world.order(whose) },
  })),
  about(documents.configuredProviders, same, () => ({})),
  about(outbox.listOutbox, same, () => ({})),
  about(outbox.readOutboxMail, shared, async (world, whose) => {
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

  about(messages.answerMessage, shared, async (world, whose) => ({
    body: { orderId: await world.order(whose), text: 'Thank you.' },
  })),
  about(messages.handleMessages, shared, async (world, whose) => ({
    body: { orderId: await world.order(whose) },
  })),
  about(messages.listOpenMessages, same, () => ({})),
  about(messages.readMessageFile, shared, async (world, whose) => ({
    params: { messageFileId: (await world.orderWithMailedFile(whose)).messageFileId },
  })),
  about(messages.acceptMessageFile, shared, async (world, whose) => ({
    body: await world.orderWithMailedFile(whose),
  })),

  about(reports.countryOrderCount, same, () => ({ body: range })),
  about(reports.processedByCount, same, () => ({ body: range })),
  about(reports.exportCountryOrderCount, same, () => ({ query: range })),
  about(reports.exportProcessedByCount, same, () => ({ query: range })),

  about(gateways.listGateways, same, () => ({})),
  about(gateways.setGateway, shared, (_world, whose) => ({
    body: { gatewayId: whose === 'missing' ? 9999 : 1 },
  })),
  about(intakeKeys.listIntakeKeys, same, () => ({})),
  about(intakeKeys.createIntakeKey, same, () => ({ body: { name: `key ${Math.random()}` } })),
  about(intakeKeys.revokeIntakeKey, shared, async ({ app }, whose) => {
    if (whose === 'missing') return { params: { id: 999_999 } }
    const token = await app.signInAs('Admin')
    const name = `key ${Math.random()}`
    await app.call(intakeKeys.createIntakeKey, { body: { name } }, { token })
    const { body } = await app.call(intakeKeys.listIntakeKeys, {}, { token })
    return { params: { id: body.data.find((key) => key.name === name)?.id ?? 0 } }
  }),
  about(audit.listAudit, same, () => ({})),

  about(team.listTeam, same, () => ({})),
  about(team.listTeamMemberTypes, same, () => ({})),
  about(team.teamMemberInfo, shared, async (world, whose) => ({
    params: { id: whose === 'missing' ? 999_999 : (await world.member('Team')).id },
  })),
  about(team.addTeamMember, same, () => ({
    body: {
      name: `New ${Math.random()}`,
      email: `new${Math.random()}@pabean.example`,
      password: 'secret',
      type: 'Team',
    },
  })),
  about(team.updateTeamMember, shared, async (world, whose) => {
    const { name, email, id } = await world.member('Team')
    return { body: { name, email, type: 'Telecaller', tmId: whose === 'missing' ? 999_999 : id } }
  }),
  about(team.deleteTeamMember, shared, async (world, whose) => ({
    body: { teamMemberId: whose === 'missing' ? 999_999 : (await world.member('Team')).id },
  })),
  /** Only Admins may give the role Admin, or change or remove an Admin. */
  about(team.addTeamMember, forLeads('manageAdmins', same, { own: 403, other: 403, missing: 403 }), () => ({
    body: {
      name: `New ${Math.random()}`,
      email: `new${Math.random()}@pabean.example`,
      password: 'secret',
      type: 'Admin',
    },
  })),
  about(
    team.deleteTeamMember,
    forLeads('manageAdmins', shared, { own: 403, other: 403, missing: 404 }),
    async (world, whose) => ({
      body: { teamMemberId: whose === 'missing' ? 999_999 : (await world.member('Admin')).id },
    }),
  ),
  /** Assigning to another member. */
  about(
    moves.assignOrders,
    forLeads(
      'assignToOthers',
      { own: 409, other: 409, missing: 404 },
      { own: 403, other: 403, missing: 403 },
    ),
    async (world, whose) => {
      const orderId = await world.order(whose)
      const name = world.role === 'Night Staff' ? memberNames.Team : memberNames['Night Staff']
      return { body: { orderId: whose === 'missing' ? unknownOrder : orderId, assignto: name } }
    },
  ),
]
