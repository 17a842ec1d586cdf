import { createHash } from 'node:crypto'
import { uploadDocument } from '#contract/documents.ts'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import { createIntakeKey } from '#contract/intake-keys.ts'
import { createOrder } from '#contract/intake.ts'
import { listOrders } from '#contract/orders.ts'
import { inlineDocumentPath } from '#contract/rules/visitor-addresses.ts'
import { signIn } from '#contract/session.ts'
import { downloadHistory, trackOrder } from '#contract/visitor.ts'
import { cookieOf, request, send, type CallOptions } from '../../test/support/call.ts'
import { aPdf, asFile } from '../../test/support/document-fixtures.ts'
import { anOrder } from '../../test/support/orders.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export function createTraffic(url: string, admin: { email: string; password: string }) {
  const written: { orderId: number; email: string; document: string }[] = []
  let token = ''

  async function act<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: CallOptions = { token },
  ): Promise<{ body: Reply<E>; headers: Headers }> {
    const { http, body, headers } = await send(url, endpoint, input, options)
    if (http !== 200) throw new Error(`${endpoint.path} answered ${http}: ${JSON.stringify(body)}`)
    return { body, headers }
  }

  async function write(): Promise<void> {
    token = (await act(signIn, { body: admin }, {})).body.jwtToken
    const made = await act(createIntakeKey, {
      body: { name: 'trial', domains: 'pabean.example' },
    })
    const order = anOrder()
    const taken = await act(createOrder, { body: order }, { token: made.body.data.key })
    const orderId = taken.body.data.order_id
    const email = String(order['email'])
    const bytes = await aPdf(`Order ${orderId}`)
    await act(uploadDocument, { body: { orderId, email }, file: asFile(bytes, 'approved.pdf') })
    written.push({ orderId, email, document: sha256(bytes) })
  }

  async function readDocument(orderId: number, email: string): Promise<string> {
    const { headers } = await act(trackOrder, { body: { orderId: String(orderId), email } }, {})
    const cookie = cookieOf(headers)
    const { body } = await act(downloadHistory, { body: { orderId } }, { cookie })
    const [document] = body.mainResult.documents
    const answer = await fetch(url + inlineDocumentPath(orderId, document?.file1 ?? ''), {
      headers: { cookie },
    })
    return answer.ok ? sha256(new Uint8Array(await answer.arrayBuffer())) : `answered ${answer.status}`
  }

  return {
    write,
    async findLost(): Promise<string[]> {
      const lost: string[] = []
      for (const { orderId, email, document } of written) {
        const found = await readDocument(orderId, email)
        if (found !== document) lost.push(`document of ${orderId}: ${found}`)
      }
      return lost
    },
    async readFor(ms: number): Promise<{ tried: number; failed: string[] }> {
      const until = performance.now() + ms
      const failed: string[] = []
      let tried = 0
      while (performance.now() < until) {
        tried += 1
        const status = await request(url, listOrders, { params: { orderName: 'newOrder' } }, { token }).then(
          async (answer) => (await answer.arrayBuffer(), answer.status),
          (error: Error) => error.message,
        )
        if (status !== 200) failed.push(String(status))
      }
      return { tried, failed }
    },
  }
}
