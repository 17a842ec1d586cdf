import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { simpleParser } from 'mailparser'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import { listOrders, type OrderRow } from '#contract/orders.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { askCustomer } from '#contract/questions.ts'
import { passportPage } from '#contract/rules/question-fields.ts'
import { signIn } from '#contract/session.ts'
import { addTeamMember } from '#contract/team.ts'
import { send } from '../support/call.ts'
import { startServerProcess } from '../support/server-process.ts'

export const demoAdmin = { name: 'Ayu Lestari', email: 'admin@pabean.example', password: 'layout-demo-1' }

export interface DemoServer {
  url: string
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>>
  ordersIn(queue: QueueName): Promise<readonly OrderRow[]>
  /** The path of the customer's question link; the first call asks the question. */
  questionPath(orderId: number): Promise<string>
  /** Signs the context in as the demo's Admin or as a new one of this name. */
  signIn(context: BrowserContext, newName?: string): Promise<void>
  end(): Promise<void>
}

/** @param env Further settings, such as `DATABASE_URL`; without one the server starts its own PostgreSQL. */
export async function startDemoServer(env: Record<string, string> = {}): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-demo-'))
  const { email, password } = demoAdmin
  const { url, end } = await startServerProcess({
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DEMO: '1',
    DEMO_PASSWORD: password,
    ...env,
  })
  const tokenOf = async (email: string) =>
    (await send(url, signIn, { body: { email, password } })).body.jwtToken
  const adminToken = await tokenOf(email)

  const call: DemoServer['call'] = async (endpoint, input) => {
    const { http, body } = await send(url, endpoint, input, { token: adminToken })
    if (http !== 200) throw new Error(`${endpoint.path}: ${http} ${body.message}`)
    return body
  }
  const tokenOfNew = async (name: string) => {
    const member = { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@pabean.example` }
    await call(addTeamMember, { body: { ...member, password, type: 'Admin' } })
    return tokenOf(member.email)
  }
  const questionPaths = new Map<number, Promise<string>>()
  const askAbout = async (orderId: number) => {
    const fields = ['arrival_passport_number', 'arrival_flight_number', passportPage]
    await call(askCustomer, { body: { orderId, fields, text: 'Please look at both, and send a photo.' } })
    const outbox = join(dataDir, 'outbox')
    for (;;) {
      const names = await readdir(outbox).catch(() => [])
      for (const name of names) {
        const { text = '', subject = '' } = await simpleParser(await readFile(join(outbox, name)))
        const path = subject.endsWith(String(orderId)) && /\/answer\/[\w-]+/.exec(text)?.[0]
        if (path) return path
      }
      await pause(500)
    }
  }
  return {
    url,
    call,
    questionPath(orderId) {
      const path = questionPaths.get(orderId) ?? askAbout(orderId)
      questionPaths.set(orderId, path)
      return path
    },
    async ordersIn(orderName) {
      return (await call(listOrders, { params: { orderName }, query: { limit: 100 } })).data
    },
    async signIn(context, newName) {
      const accessToken = newName ? await tokenOfNew(newName) : adminToken
      await context.addInitScript(
        (stored) => localStorage.setItem('user', stored),
        JSON.stringify({ accessToken }),
      )
    },
    async end() {
      await end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
