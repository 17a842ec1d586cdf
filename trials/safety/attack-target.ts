import { randomInt } from 'node:crypto'
import { startServerProcess } from '../../test/support/server-process.ts'
import { aPdf, asFile } from '../../test/support/document-fixtures.ts'
import { startTestApp, testDataKeys } from '../../test/support/test-app.ts'
import { createTestOrder } from '../../test/support/orders.ts'
import { uploadDocument } from '#contract/documents.ts'
import { trackOrder } from '#contract/visitor.ts'
import { send } from '../../test/support/call.ts'

export interface KnownOrder {
  orderId: number
  email: string
  /** File name of its approved document, if any. */
  file1: string | null
}

/** Two server processes over one database, with orders for an attacker to guess. */
export interface AttackTarget {
  urls: readonly [string, string]
  orders: readonly KnownOrder[]
  /** An order of the attacker's own, and the cookie that opens it. */
  attackerOrder: KnownOrder & { cookie: string }
  stop(): Promise<void>
}

/** A random public IP address. */
export const randomIp = () => `${randomInt(11, 200)}.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** `withDocuments` of the orders have an approved document. */
export async function startAttackTarget(orderCount: number, withDocuments: number): Promise<AttackTarget> {
  const app = await startTestApp()
  const env = {
    DATABASE_URL: app.serverUrl,
    DATA_DIR: app.dataDir,
    DATA_KEYS: testDataKeys,
    DEMO: '0',
    TRUST_PROXY: '127.0.0.1',
  }
  const first = await startServerProcess(env)
  const second = await startServerProcess(env)

  const token = await app.signInAs('Team')
  const orders: KnownOrder[] = []
  for (let index = 0; index < orderCount; index++) {
    const email = `customer${index}@example.com`
    const orderId = await createTestOrder(app, { email, arrival_email: email })
    const file1 = index < withDocuments ? await upload(orderId, email) : null
    orders.push({ orderId, email, file1 })
  }
  async function upload(orderId: number, email: string) {
    const { body } = await app.call(
      uploadDocument,
      { body: { orderId, email }, file: asFile(await aPdf(`Order ${orderId}`), 'approved.pdf') },
      { token },
    )
    return body.data.file1
  }

  const [attackerOrder, ...others] = orders
  if (!attackerOrder) throw new Error('a world needs an order')
  const { orderId, email } = attackerOrder
  const opened = await send(
    first.url,
    trackOrder,
    { body: { orderId, email } },
    { headers: { 'x-forwarded-for': randomIp() } },
  )
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return {
    urls: [first.url, second.url],
    orders: others,
    attackerOrder: { ...attackerOrder, cookie },
    async stop() {
      await Promise.all([first.end(), second.end()])
      await app.stop()
    },
  }
}
