import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { newFileName } from '#server/platform/files/file-store.ts'
import { readDocument } from '#server/platform/pdf/pictures.ts'
import { withSession, type Reference, type ReferenceCall } from './reference.ts'

const state = (row: string) => `jsonb_build_object('process_status', ${row}.process_status,
  'assignee_id', ${row}.assignee_id, 'processing_date', ${row}.processing_date, 'processed_by', ${row}.processed_by,
  'refund_date', ${row}.refund_date)`

const statement = `with ${withSession},
  held as materialized (
    select o.*, ${state('o')} as before from orders o where o.order_id = $2 and o.erased_at is null for no key update
  ), document as (
    insert into documents (order_id, file1, stored_as, file_key, sealed_name, content_type, size, sha256,
      mail_service_provider, created_at, member_id, pages, preview_file, preview_key)
    select h.order_id, $3, $4, $5, $6, 'image/png', $7, $8, 'AWS', now(), s.id, 1, $15, $16 from held h, session s
    returning id, order_id
  ), uploaded as (
    insert into order_events (order_id, at, member_id, actor, action, details, sealed_details)
    select h.order_id, now(), s.id, s.name, 'document uploaded', '{}', $9 from held h, session s
    returning id, order_id
  ), mail as (
    insert into mails (id, order_id, kind, recipient, sealed_subject, sealed_props, provider, document_id, event_id,
      created_at, not_before)
    select $10::uuid, d.order_id, 'approved', $11, $12, $13, 'AWS', d.id, u.id, now(), now() + interval '10 seconds'
    from document d, uploaded u
  ), changed as (
    update orders o set process_status = 'Completed', processing_date = now(), processed_by = s.id,
      state_event_id = nextval(pg_get_serial_sequence('order_events', 'id'))
    from held h, session s where o.order_id = h.order_id
      and h.process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called')
    returning o.order_id, o.state_event_id, h.before, ${state('o')} as after, s.id as member_id, s.name
  ), completed as (
    insert into order_events (id, order_id, at, member_id, actor, action, before, after)
    select state_event_id, order_id, now(), member_id, name, 'completed by upload', before, after from changed
  )
  insert into undo_tokens (token_hash, member_id, event_ids, expires_at)
  select $14, s.id, array(select id from uploaded union all select state_event_id from changed), now() + interval '10 minutes'
  from session s
  returning (select count(*) from changed) as completed`

function readForm(body: Buffer, contentType: string): { fields: Map<string, string>; file: Buffer } {
  const boundary = Buffer.from(`\r\n--${/boundary=(.*)$/.exec(contentType)?.[1]}`)
  const fields = new Map<string, string>()
  let file: Buffer = Buffer.alloc(0)
  let at = boundary.length - 2
  for (;;) {
    const headEnd = body.indexOf('\r\n\r\n', at)
    const end = body.indexOf(boundary, headEnd)
    if (headEnd < 0 || end < 0) return { fields, file }
    const head = body.toString('utf8', at, headEnd)
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    if (head.includes('filename=')) file = body.subarray(headEnd + 4, end)
    else fields.set(name, body.toString('utf8', headEnd + 4, end))
    at = end + boundary.length
  }
}

export async function uploadDocument(
  { pool, seal, files }: Reference,
  { token, body, contentType }: ReferenceCall,
): Promise<string> {
  const { fields, file } = readForm(body, contentType)
  const orderId = Number(fields.get('orderId'))
  const email = fields.get('email') ?? ''
  const file1 = newFileName('png')
  // The same process reads the file for both.
  const read = await readDocument(file, 'image/png')
  const preview = read?.preview ? files.seal('documents.preview_key', read.preview) : null
  if (preview) await files.put(preview)
  const sha256 = createHash('sha256').update(file).digest()
  const stored = files.seal('documents.file_key', file)
  await files.put(stored)
  const [undo, mailId] = [randomBytes(32).toString('base64url'), randomUUID()]
  const { rows } = await pool.query({
    name: 'upload',
    text: statement,
    values: [
      token,
      orderId,
      file1,
      stored.name,
      stored.key,
      seal.seal('documents.sealed_name', file1, 'approved.png'),
      file.length,
      sha256,
      seal.seal('order_events.sealed_details', orderId, { file1, name: 'approved.png', size: file.length }),
      mailId,
      email,
      seal.seal('mails.sealed_subject', mailId, 'Your declaration is approved'),
      seal.seal('mails.sealed_props', mailId, { orderId, username: email }),
      createHash('sha256').update(undo).digest(),
      preview?.name ?? null,
      preview?.key ?? null,
    ],
  })
  return JSON.stringify({ status: 1, message: '', data: { file1, completed: rows[0].completed > 0, undo } })
}
