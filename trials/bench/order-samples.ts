import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import sharp from 'sharp'
import { uploadDocument } from '#contract/documents.ts'
import { trackOrder } from '#contract/visitor.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { asFile } from '../../test/support/document-fixtures.ts'
import { send } from '../../test/support/call.ts'
import { anOrder } from '../../test/support/orders.ts'

export interface OrderSamples {
  memberName: string
  finished: number[]
  /** Unassigned New orders, half for each target. */
  free: Record<'product' | 'reference', number[]>
  movable: Record<'product' | 'reference', number[]>
  email: string
  completedKey: string
  farPage: number
  intakeBody: string
  uploadable: Record<'product' | 'reference', number[]>
  uploadForm(orderId: number): { body: Buffer; contentType: string }
  tracked: { orderId: number; email: string }[]
  downloads: { orderId: number; file1: string; cookie: string }[]
}

const createPicture = () =>
  sharp(randomBytes(180 * 180 * 3), { raw: { width: 180, height: 180, channels: 3 } })
    .png()
    .toBuffer()

function createUploadForm(picture: Buffer) {
  const boundary = 'bench-boundary-1f2e3d4c5b6a'
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return (orderId: number) => ({
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(
        `${field('orderId', String(orderId))}${field('email', 'buyer@example.com')}--${boundary}\r\n` +
          'content-disposition: form-data; name="uploadVisaDoc"; filename="approved.png"\r\ncontent-type: image/png\r\n\r\n',
      ),
      picture,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
}

const downloadCount = 20

async function prepareDownloads(
  { url, token }: { url: string; token: string },
  tracked: OrderSamples['tracked'],
  picture: Buffer,
): Promise<OrderSamples['downloads']> {
  const prepared = []
  for (const { orderId, email } of tracked.slice(0, downloadCount)) {
    const file = asFile(picture, 'approved.png')
    const { body } = await send(url, uploadDocument, { body: { orderId, email }, file }, { token })
    const { headers } = await send(url, trackOrder, { body: { orderId: encodeOrderId(orderId), email } })
    const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';')
    prepared.push({ orderId, file1: body.data.file1, cookie })
  }
  return prepared
}

const halves = (ids: number[]) => ({
  product: ids.filter((_, index) => index % 2 === 0),
  reference: ids.filter((_, index) => index % 2 === 1),
})

type SelectIds = (condition: string, limit: number) => Promise<number[]>

/** The most orders of a case that writes: enough that 32 clients rarely meet at one. */
const mostWritableOrders = 6000
const writablePart = 0.04

/** Sets orders apart for the cases that write, waiting in Priority. */
async function takeOrders(idsOf: SelectIds, client: pg.Client): Promise<number[][]> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from orders')
  const writableOrders = Math.min(mostWritableOrders, Math.floor((rows[0]?.n ?? 0) * writablePart))
  const own = `process_status = 'New' and assignee_id is null and processing_mode = 'priority'`
  const missing = 3 * writableOrders - (await idsOf(own, 3 * writableOrders)).length
  await client.query(
    `update orders set process_status = 'New', assignee_id = null, processing_mode = 'priority'
     where order_id = any($1)`,
    [await idsOf(`process_status = 'Completed'`, missing)],
  )
  const ids = await idsOf(own, 3 * writableOrders)
  // Their travel days have passed, so all would be missed.
  await client.query(
    `update orders set travel_date = current_date + 10, due_at = now() + order_id % 1000 * interval '1 minute'
     where order_id = any($1) and travel_date <= current_date`,
    [ids],
  )
  return [0, 1, 2].map((part) => ids.slice(part * writableOrders, (part + 1) * writableOrders))
}

export async function readOrderSamples(
  client: pg.Client,
  product: { url: string; token: string },
  memberName: string,
): Promise<OrderSamples> {
  const idsOf = async (condition: string, limit: number) => {
    const { rows } = await client.query<{ order_id: number }>(
      `select order_id from orders where ${condition} order by md5(order_id::text) limit ${limit}`,
    )
    return rows.map(({ order_id: id }) => Number(id))
  }
  const picture = await createPicture()
  const [claimed = [], moved = [], uploaded = []] = await takeOrders(idsOf, client)
  const { rows } = await client.query(
    `select (select traveller_email from orders order by created_at limit 1) as email,
      (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || order_id from orders
        where process_status = 'Completed' order by created_at desc, order_id desc offset 49 limit 1) as key,
      (select count(*)::int / 100 from orders where process_status = 'Completed') as far_page`,
  )
  const tracked = await client.query<{ order_id: number; email: string }>(
    `select order_id, email from orders where process_status = 'Completed' order by md5(order_id::text) desc limit 200`,
  )
  const visits = tracked.rows.map(({ order_id: id, email }) => ({ orderId: Number(id), email }))
  return {
    memberName,
    uploadable: halves(uploaded),
    uploadForm: createUploadForm(picture),
    tracked: visits,
    downloads: await prepareDownloads(product, visits, picture),
    finished: await idsOf(`process_status = 'Completed'`, 500),
    free: halves(claimed),
    movable: halves(moved),
    email: rows[0].email,
    completedKey: rows[0].key,
    farPage: Math.max(1, rows[0].far_page),
    intakeBody: JSON.stringify(anOrder()),
  }
}
