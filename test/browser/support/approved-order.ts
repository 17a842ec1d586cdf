import { encodeOrderId } from '#contract/rules/order-id.ts'
import { uploadDocument } from '#contract/documents.ts'
import { asFile, aPdf } from '../../support/document-fixtures.ts'
import { expect } from '../fixtures.ts'
import type { TestServer } from './test-server.ts'

const email = 'buyer@example.com'

/** An order of this buyer with its document, and what its mail links to. */
export async function createApprovedOrder(server: TestServer, language: string) {
  const orderId = await server.takeIn({
    language,
    arrival_full_name: 'Mario Rossi',
    arrival_doa: '2027-03-05',
  })
  const bytes = await aPdf(`Mario Rossi, approved ${orderId}`)
  const body = { orderId, email }
  await server.call('Team', uploadDocument, { body, file: asFile(bytes, 'approved.pdf') })
  let html = ''
  await expect
    .poll(async () => (html = String((await server.mails(orderId)).at(-1)?.html)))
    .toContain('/track-order/')
  const [, link = ''] = /href="([^"]*\/track-order\/[^"]+)"/.exec(html) ?? []
  expect(link).toBe(`${server.url}/track-order/${encodeOrderId(orderId)}#e=${encodeURIComponent(email)}`)
  return { orderId, bytes, link, orderPage: `/get-new-order-details/${encodeOrderId(orderId)}` }
}
