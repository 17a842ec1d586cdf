import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import type { Reference, ReferenceCall } from './reference.ts'
import { auditParameters } from './audit.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** One statement that counts failures of the address, the id and the e-mail, and records the visit. */
const trackStatement = `with failures as (
    select count(*) as n from attempts where scope = 'track address' and key = $5 and at > now() - interval '15 minutes'
    union all
    select count(*) from attempts where scope = 'track id' and key = $6 and at > now() - interval '15 minutes'
    union all
    select count(*) from attempts where scope = 'track e-mail' and key = $7 and at > now() - interval '15 minutes'
  ), found as (
    select order_id from orders where order_id = $1 and process_status <> 'Deleted'
      and (lower(email) = lower($2) or lower(traveller_email) = lower($2)) and (select max(n) from failures) < 10
  ), expired as (
    delete from visitor_sessions where order_id = $1 and ip = $4 and expires_at <= now()
  ), visit as (
    insert into visitor_sessions (token_hash, order_id, ip, created_at, expires_at)
    select $3, order_id, $4, now(), now() + interval '30 minutes' from found
  )
  insert into audit_events (at, actor, action, order_id, details, mac)
  select now(), 'Customer', $8, order_id, $9::jsonb, $10::bytea from found
  returning id`

export async function trackOrder(
  { pool, auditKey }: Reference,
  { body }: ReferenceCall,
  response: ServerResponse,
): Promise<string> {
  const { orderId, email } = JSON.parse(body.toString())
  const id = Number(decodeOrderId(orderId))
  const secret = randomBytes(32).toString('base64url')
  const address = digest('127.0.0.1').toString('base64url')
  const { rowCount } = await pool.query({
    name: 'track',
    text: trackStatement,
    values: [
      id,
      email.trim(),
      digest(secret),
      address,
      address,
      digest(`track id ${id}`).toString('base64url'),
      digest(`track e-mail ${email}`).toString('base64url'),
      ...auditParameters(auditKey, { action: 'order viewed', order: id, details: { page: 'visitor' } }),
    ],
  })
  if (rowCount !== 1) throw new Error(`order ${id} was not opened`)
  response.setHeader('set-cookie', `pabean_order_${id}=${secret}; Path=/; HttpOnly`)
  return '{"status":1,"message":""}'
}

const downloadStatement = `with document as (
    select d.* from visitor_sessions v join documents d on d.order_id = v.order_id
      join orders o on o.order_id = d.order_id
    where v.token_hash = $1 and v.order_id = $2 and v.expires_at > now() and o.process_status <> 'Deleted'
      and d.file1 = $3 and d.withdrawn_at is null
    for no key update of d
  ), today as (
    select w.id, count(*) over () as n from document d join downloads w on w.order_id = d.order_id
    where w.document_id = d.id and w.at > now() - interval '1 day' order by w.id desc limit 50
  ), counted as (
    update downloads set repeats = repeats + 1 where id = (select max(id) from today having count(*) >= 50)
    returning id
  ), written as (
    insert into downloads (order_id, document_id, at, ip, timezone, browser, os, user_agent)
    select order_id, id, now(), '127.0.0.1', '', 'Unknown', 'Unknown', '' from document
    where (select count(*) from today) < 50
    returning id
  ), event as (
    insert into order_events (order_id, at, actor, action, details, sealed_details)
    select order_id, now(), 'Visitor', 'downloaded', '{}', $4 from document where (select count(*) from today) < 50
  )
  select d.*, coalesce((select id from written), (select id from counted)) as download from document d`

export async function downloadFile(
  { pool, seal, files }: Reference,
  { rest, cookie }: ReferenceCall,
  response: ServerResponse,
): Promise<Buffer> {
  const [, id = '', file1 = ''] = /^(\d+)_(.*)$/.exec(rest) ?? []
  const secret = new RegExp(`pabean_order_${id}=([^;]*)`).exec(cookie)?.[1] ?? ''
  const details = seal.seal('order_events.sealed_details', Number(id), { file1, name: 'document' })
  const { rows } = await pool.query({
    name: 'download',
    text: downloadStatement,
    values: [digest(secret), id, file1, details],
  })
  const document = rows[0]
  const file = await files.open('documents.file_key', { name: document.stored_as, key: document.file_key })
  if (!file) throw new Error('the document has no file')
  const bytes = await buffer(file.read())
  response.setHeader('content-type', document.content_type)
  response.setHeader('etag', `"${document.sha256.toString('hex')}"`)
  response.on('finish', () => {
    void pool.query({
      name: 'download sent',
      text: 'update downloads set bytes_sent = coalesce(bytes_sent, 0) + $2, completed = true where id = $1',
      values: [document.download, bytes.length],
    })
  })
  return bytes
}
