import { randomUUID } from 'node:crypto'
import { undoBulkRun } from '#contract/bulk-runs.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createOrder } from '#contract/intake.ts'
import { startNext } from '#contract/moves.ts'
import {
  changePassword,
  forgotPassword,
  reauthenticate,
  revokeSession,
  signIn,
  signOut,
} from '#contract/session.ts'
import { defencePackPdf } from '#contract/packs.ts'
import { eraseOrders } from '#contract/privacy.ts'
import { matchDocuments } from '#contract/proposals.ts'
import { askCustomer } from '#contract/questions.ts'
import { passportPage } from '#contract/rules/question-fields.ts'
import { sendLink, trackOrder } from '#contract/visitor.ts'
import { createCaseContext, type CaseContext } from '../../../test/http/roles/case-context.ts'
import { cases } from '../../../test/http/roles/cases.ts'
import { cookieOf } from '../../../test/support/call.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import { anOrder, createTestOrder } from '../../../test/support/orders.ts'
import { mailedAnswerPath } from '../../../test/support/questions.ts'
import { testIntakeKey, testPassword, type TestApp } from '../../../test/support/test-app.ts'
import { aMailWithFiles, sendgridMail } from '../../../test/support/webhooks.ts'
import { effectiveRequests } from './effective-requests.ts'
import { nameOf, sender, type Send, type UseCase } from './use-case.ts'

/** They replace their caller's session. */
const endingSessions = new Set<Endpoint>([signOut, changePassword, revokeSession, reauthenticate])

const domain = 'mail.pabean.example'
export const inboundKey = 'boundary-inbound-key'

async function mailWithFile(orderId: number): Promise<Send> {
  const headers = {
    From: 'buyer@example.com',
    To: `${orderId}@${domain}`,
    Subject: 'My passport',
    'Message-ID': `<${randomUUID()}@example.com>`,
  }
  const file = { name: 'passport.pdf', type: 'application/pdf', bytes: await aPdf() }
  const post = sendgridMail(orderId, aMailWithFiles(headers, 'Here it is.', [file]), headers.From)
  return (url, more = {}) =>
    fetch(`${url}/api/hooks/sendgrid/inbound/${inboundKey}`, {
      ...post,
      headers: { ...post.headers, ...more },
    })
}

async function answerWithFile(app: TestApp, token: string, url: string): Promise<Send> {
  const email = `${randomUUID()}@example.com`
  const orderId = await createTestOrder(app, { email })
  const fields = ['arrival_flight_number', passportPage]
  await app.call(askCustomer, { body: { orderId, fields, text: '' } }, { token })
  const path = await mailedAnswerPath(app, orderId)
  const post = (to: string, form: Record<string, string | File>, headers: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(form)) body.append(name, value)
    return fetch(to + path, { method: 'POST', redirect: 'manual', headers, body })
  }
  const cookie = cookieOf((await post(url, { email }, {})).headers)
  const bytes = await aPdf()
  return (to, more = {}) =>
    post(
      to,
      { arrival_flight_number: 'VN 641', [passportPage]: asFile(bytes, 'passport.pdf') },
      { cookie, ...more },
    )
}

/** Calls of visitors, sites and providers, and calls whose Admin case is refused. */
const otherUseCases = (app: TestApp, contextOf: () => Promise<CaseContext>): UseCase[] => [
  {
    name: nameOf(createOrder),
    prepare: async () =>
      sender(
        createOrder,
        { body: anOrder() },
        { token: testIntakeKey, headers: { 'idempotency-key': randomUUID() } },
      ),
  },
  {
    name: nameOf(startNext),
    async prepare() {
      await createTestOrder(app)
      return sender(startNext, { body: {} }, { token: (await contextOf()).token })
    },
  },
  {
    name: nameOf(signIn),
    async prepare() {
      const { email } = await (await contextOf()).member('Team')
      return sender(signIn, { body: { email, password: testPassword } })
    },
  },
  {
    name: nameOf(forgotPassword),
    async prepare() {
      const { email } = await (await contextOf()).member('Team')
      return sender(forgotPassword, { body: { email } })
    },
  },
  {
    name: 'POST /hooks/sendgrid/inbound',
    prepare: async () => mailWithFile(await createTestOrder(app)),
  },
  {
    name: "POST a customer's answer",
    prepare: async (url) => answerWithFile(app, (await contextOf()).token, url),
  },
  ...[trackOrder, sendLink].map((endpoint) => ({
    name: nameOf(endpoint),
    async prepare() {
      const email = `${randomUUID()}@example.com`
      const orderId = await createTestOrder(app, { email })
      return sender(endpoint, { body: { orderId: String(orderId), email } })
    },
  })),
]

const tablesOf: Readonly<Record<string, readonly string[]>> = {
  [nameOf(eraseOrders)]: ['privacy_steps'],
  [nameOf(undoBulkRun)]: ['bulk_runs'],
  // The read is recorded with its result; the file is recorded once it exists.
  [nameOf(defencePackPdf)]: ['audit_events'],
  // Each file is stored by itself; one audit entry of the answer names them all.
  [nameOf(matchDocuments)]: ['proposals'],
}

/** Some calls need a confirmation within a quarter of an hour (product §8). */
const confirmCallers = ({ owner }: TestApp) =>
  owner.updateTable('sessions').set({ authenticated_at: new Date() }).execute()

export function createUseCases(app: TestApp): UseCase[] {
  let context: Promise<CaseContext> | undefined
  const contextOf = (isNew = false) => {
    if (isNew) return createCaseContext(app, 'Admin')
    return (context ??= createCaseContext(app, 'Admin'))
  }
  const names = new Map<string, number>()
  const ofMembers = cases
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ endpoint, prepare }): UseCase => {
      const nth = (names.get(nameOf(endpoint)) ?? 0) + 1
      names.set(nameOf(endpoint), nth)
      return {
        name: nth === 1 ? nameOf(endpoint) : `${nameOf(endpoint)} (${nth})`,
        tables: tablesOf[nameOf(endpoint)],
        async prepare() {
          await confirmCallers(app)
          const caller = await contextOf(endingSessions.has(endpoint))
          return sender(endpoint, await prepare(caller, 'own'), { token: caller.token })
        },
      }
    })
  const effective = effectiveRequests(app, contextOf)
  const replaced = new Set(effective.map(({ name }) => name))
  return [
    ...ofMembers.filter(({ name }) => !replaced.has(name)),
    ...effective,
    ...otherUseCases(app, contextOf),
  ]
}
