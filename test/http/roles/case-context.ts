import { randomBytes } from 'node:crypto'
import { assignOrders, moveOrders } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { uploadDocument } from '#contract/documents.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'
import type { Role } from '#contract/rules/roles.ts'
import { createTestOrder } from '../../support/orders.ts'
import { aPdf, asFile } from '../../support/document-fixtures.ts'
import { storeReadProposal } from '../../support/proposals.ts'
import { receiveReply } from '../../support/replies.ts'
import type { TestApp } from '../../support/test-app.ts'

/** The ownership of a call's object: the caller's, another member's, or missing. */
export const ownerships = ['own', 'other', 'missing'] as const
export type Ownership = (typeof ownerships)[number]

export const unknownOrderId = 999_999_999

/** Creates the objects of a case, new ones for each call. */
export interface CaseContext {
  app: TestApp
  role: Role
  token: string
  /** A member of another role with sufficient permissions. */
  otherToken: string
  /** An order of the caller, of another member, or none that exists. */
  order(whose: Ownership, changes?: Record<string, unknown>): Promise<number>
  /** The same order, moved to a status. */
  orderIn(status: MoveTarget, whose: Ownership): Promise<number>
  /** The same order, with a document. */
  orderWithDocument(whose: Ownership): Promise<{ orderId: number; file1: string }>
  /** The same, which this server did not see. */
  uncheckedDocument(whose: Ownership): Promise<{ orderId: number; file1: string }>
  /** The same order, with a PDF received by mail. */
  orderWithMailedFile(whose: Ownership): Promise<{ orderId: number; messageFileId: number }>
  /** A proposed document, with an order of the caller or of another member. */
  proposal(whose: Ownership): Promise<{ id: number; orderId: number }>
  /** A further member, removable. */
  member(role: Role): Promise<{ id: number; name: string; email: string }>
}

/** For names and addresses; too short to be taken for a card number. */
export const uniqueText = (): string => randomBytes(6).toString('hex')

/** Creates a context with a new member of the role as caller; each case prepares its own objects. */
export async function createCaseContext(app: TestApp, role: Role): Promise<CaseContext> {
  const member = (memberRole: Role) => app.addMember(`${memberRole} ${uniqueText()}`, memberRole)
  const [caller, otherMember] = [await member(role), await member(role === 'Admin' ? 'Manager' : 'Admin')]
  const [token, otherToken] = await Promise.all([
    app.signInWith(caller.email),
    app.signInWith(otherMember.email),
  ])

  const order: CaseContext['order'] = async (whose, changes = {}) => {
    if (whose === 'missing') return unknownOrderId
    const orderId = await createTestOrder(app, { amount: '49.00', currency: 'USD', ...changes })
    const [assignto, authToken] = whose === 'own' ? [caller.name, token] : [otherMember.name, otherToken]
    await app.call(assignOrders, { body: { orderId, assignto } }, { token: authToken })
    return orderId
  }
  const orderWithDocument: CaseContext['orderWithDocument'] = async (whose) => {
    const orderId = await order(whose)
    if (whose === 'missing') return { orderId, file1: 'no-such-document.pdf' }
    const { body } = await app.call(
      uploadDocument,
      { body: { orderId, email: 'customer@example.com' }, file: asFile(await aPdf(), 'approved.pdf') },
      { token: otherToken },
    )
    return { orderId, file1: body.data.file1 }
  }
  return {
    app,
    role,
    token,
    otherToken,
    order,
    async orderIn(status, whose) {
      const orderId = await order(whose)
      const authToken = whose === 'own' ? token : otherToken
      if (whose !== 'missing')
        await app.call(moveOrders, { body: { orderId, updatingStatus: status } }, { token: authToken })
      return orderId
    },
    orderWithDocument,
    async uncheckedDocument(whose) {
      const document = await orderWithDocument(whose)
      await app.platform.db
        .updateTable('documents')
        .set({ unchecked: 'not drawn' })
        .where('file1', '=', document.file1)
        .execute()
      return document
    },
    async orderWithMailedFile(whose) {
      const orderId = await order(whose)
      if (whose === 'missing') return { orderId, messageFileId: 999_999_999 }
      const file = { name: 'approved.pdf', contentType: 'application/pdf', bytes: await aPdf() }
      await receiveReply(app, orderId, { files: [file] })
      const { body } = await app.call(getOrder, { params: { orderId } }, { token: otherToken })
      return { orderId, messageFileId: body.orderDetails.messages[0]?.files[0]?.id ?? 0 }
    },
    proposal: async (whose) => {
      const orderId = await order(whose)
      return { orderId, id: whose === 'missing' ? 999_999_999 : await storeReadProposal(app, orderId) }
    },
    member,
  }
}
