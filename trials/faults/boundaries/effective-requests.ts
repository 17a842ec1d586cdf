import { TOTP } from 'otpauth'
import { setGateway } from '#contract/gateways.ts'
import { settleMailProblem } from '#contract/mail-problems.ts'
import { handleMessages } from '#contract/messages.ts'
import { dismissProposal } from '#contract/proposals.ts'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  resetFactors,
} from '#contract/second-factor.ts'
import { uniqueText, type CaseContext } from '../../../test/http/roles/case-context.ts'
import { createAuthenticator } from '../../../test/support/authenticator.ts'
import { receiveReply } from '../../../test/support/replies.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { nameOf, sender, type UseCase } from './use-case.ts'

interface Enrolling {
  memberId: number
  token: string
  code: string
}

async function beginEnrolling(app: TestApp): Promise<Enrolling> {
  const { id: memberId, email } = await app.addMember(`Team ${uniqueText()}`, 'Team')
  const token = await app.signInWith(email)
  const { body } = await app.call(beginTotp, {}, { token })
  return { memberId, token, code: new TOTP({ secret: body.data.secret }).generate() }
}

async function enrol(app: TestApp): Promise<Enrolling> {
  const enrolling = await beginEnrolling(app)
  const { token, code } = enrolling
  await app.call(confirmTotp, { body: { code } }, { token })
  return enrolling
}

/** Browsers allow passkeys without https here. */
export const publicUrl = 'http://localhost'

async function beginAddingPasskey(app: TestApp) {
  const { email } = await app.addMember(`Team ${uniqueText()}`, 'Team')
  const token = await app.signInWith(email)
  const { body } = await app.call(beginPasskey, {}, { token })
  const ceremony = { challenge: String(body.data['challenge']), origin: publicUrl, rpId: 'localhost' }
  return { token, body: { name: 'Key', credential: createAuthenticator().register(ceremony) } }
}

/** A proposed document that fits one order only, so that the order's history shows its fate. */
async function certainProposal({ owner }: TestApp, { proposal }: CaseContext) {
  const { id, orderId } = await proposal('own')
  await owner.updateTable('proposals').set({ certain_order_id: orderId }).where('id', '=', id).execute()
  return id
}

async function bouncedMail({ owner }: TestApp, { orderWithDocument }: CaseContext) {
  const { orderId } = await orderWithDocument('own')
  const mail = await owner
    .updateTable('mails')
    .set({ state: 'bounced' })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { orderId, mailId: mail.id }
}

async function activateOther({ owner }: TestApp): Promise<void> {
  await owner.updateTable('payment_gateways').set({ is_active: false }).execute()
  await owner.updateTable('payment_gateways').set({ is_active: true }).where('id', '=', 2).execute()
}

/** Requests that change something, for calls whose role cases change nothing or are refused. */
export const effectiveRequests = (app: TestApp, contextOf: () => Promise<CaseContext>): UseCase[] => [
  {
    name: nameOf(handleMessages),
    async prepare() {
      const { order, token } = await contextOf()
      const orderId = await order('own')
      await receiveReply(app, orderId)
      return sender(handleMessages, { body: { orderId } }, { token })
    },
  },
  {
    name: nameOf(settleMailProblem),
    async prepare() {
      const context = await contextOf()
      return sender(settleMailProblem, { body: await bouncedMail(app, context) }, { token: context.token })
    },
  },
  {
    name: nameOf(setGateway),
    async prepare() {
      await activateOther(app)
      return sender(setGateway, { body: { gatewayId: 1 } }, { token: (await contextOf()).token })
    },
  },
  {
    name: nameOf(confirmTotp),
    async prepare() {
      const { token, code } = await beginEnrolling(app)
      return sender(confirmTotp, { body: { code } }, { token })
    },
  },
  ...[removeTotp, renewRecoveryCodes].map((endpoint) => ({
    name: nameOf(endpoint),
    prepare: async () => sender(endpoint, {}, { token: (await enrol(app)).token }),
  })),
  {
    name: nameOf(addPasskey),
    async prepare() {
      const { token, body } = await beginAddingPasskey(app)
      return sender(addPasskey, { body }, { token })
    },
  },
  {
    name: nameOf(removePasskey),
    async prepare() {
      const { token, body } = await beginAddingPasskey(app)
      await app.call(addPasskey, { body }, { token })
      return sender(removePasskey, { params: { id: body.credential.id } }, { token })
    },
  },
  {
    name: nameOf(dismissProposal),
    async prepare() {
      const context = await contextOf()
      const id = await certainProposal(app, context)
      return sender(dismissProposal, { body: { id } }, { token: context.token })
    },
  },
  {
    name: nameOf(resetFactors),
    async prepare() {
      const { memberId } = await enrol(app)
      return sender(resetFactors, { params: { memberId } }, { token: (await contextOf()).token })
    },
  },
]
