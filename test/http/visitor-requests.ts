import { uploadDocument } from '#contract/documents.ts'
import { moveOrders } from '#contract/moves.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'
import * as contract from '#contract/visitor.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import type { TestApp } from '../support/test-app.ts'

/** `TRUST_PROXY` setting that makes the app trust the IPs of `forwardedFor`. */
export const behindProxy = { TRUST_PROXY: '127.0.0.1' }
export const forwardedFor = (ip: string) => ({ 'x-forwarded-for': ip })

export interface TrackAttempt {
  app: TestApp
  orderId: number | string
  email: string
  ip?: string
  cookie?: string
}

export const track = ({ app, orderId, email, ip = '203.0.113.1', cookie = '' }: TrackAttempt) =>
  app.call(
    contract.trackOrder,
    { body: { orderId, email, landing_domain: 'arrival.pabean.example' } },
    { headers: forwardedFor(ip), cookie },
  )

/** The cookies that a response sets, as a browser sends them back. */
export const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')

/** Opens an order as its visitor and returns the cookie. */
export async function openOrder(tried: TrackAttempt): Promise<string> {
  const { http, body, headers } = await track(tried)
  if (http !== 200) throw new Error(`track-order answered ${http}: ${body.message}`)
  return cookiesOf(headers)
}

/** `padding`: number of extra bytes in the document. */
export async function uploadDocumentTo(
  app: TestApp,
  orderId: number,
  {
    name = 'approved.pdf',
    padding = 0,
    ...fields
  }: { name?: string; padding?: number; replaces?: string } = {},
) {
  const bytes = Buffer.concat([await aPdf(), Buffer.from(`% ${name}`), Buffer.alloc(padding)])
  const { http, body } = await app.call(
    uploadDocument,
    { body: { orderId, email: 'buyer@example.com', ...fields }, file: asFile(bytes, name) },
    { token: await app.signInAs('Team') },
  )
  if (http !== 200) throw new Error(`the upload answered ${http}: ${body.message}`)
  return { file1: body.data.file1, bytes }
}

export async function moveOrder(app: TestApp, orderId: number, updatingStatus: MoveTarget) {
  const { http, body } = await app.call(
    moveOrders,
    { body: { orderId, updatingStatus } },
    { token: await app.signInAs('Team') },
  )
  if (http !== 200) throw new Error(`the move answered ${http}: ${body.message}`)
}
