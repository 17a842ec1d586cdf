import * as z from 'zod/mini'
import { estUsDate, estUsTime, wireInstant } from '#contract/rules/dates.ts'
import type { SealedColumnName } from '#server/platform/sealed-columns.ts'
import { auditParameters, insertAudit } from './audit.ts'
import { withSession, type Reference, type ReferenceCall } from './reference.ts'

const anything = z.any()
const hex = (text: string) => Buffer.from(text.slice(2), 'hex')
const instant = (text: string | null) => text && wireInstant(new Date(text))
const flag = (is: boolean) => (is ? 'Y' : '')

const list = (query: string) => `(select coalesce(json_agg(l), '[]') from (${query}) l)`

const statement = `with ${withSession},
  ${insertAudit({ first: 3, from: 'session s, orders o where o.order_id = $2', order: 'o.order_id' })}
  select s.id as member_id, s.role, o.*, o.created_at::text as created_at, a.name as assignee_name, p.name as processed_by_name,
    (select json_build_object('amount', f.amount::text, 'currency', f.currency, 'reference', f.sealed_reference)
      from refunds f where f.order_id = o.order_id and o.refund_date is not null) as refund,
    ${list(`select file1, mail_service_provider, sealed_name, size, content_type, created_at, traveller from documents d
      where d.order_id = o.order_id and d.withdrawn_at is null order by d.id desc`)} as documents,
    ${list(`select m.id, m.created_at, m.attempted_at, m.sent_at, m.state_at, m.complained_at, m.is_resend, m.kind,
      m.recipient, m.sealed_subject, m.provider, m.state, m.error, d.file1
      from mails m left join documents d on d.id = m.document_id
      where m.order_id = o.order_id order by m.created_at desc, m.id desc`)} as mails,
    ${list(`select order_id, at, ip, timezone, browser, os, repeats from downloads d
      where d.order_id = o.order_id order by d.id desc`)} as downloads,
    ${list(`select r.at, r.sealed_remark, r.whatsapp, r.telephone, r.status_refund, r.voided, r.chargeback,
      coalesce(m.name, r.remark_name, '-') as by
      from remarks r left join members m on m.id = r.member_id where r.order_id = o.order_id order by r.id desc`)} as remarks,
    ${list(`select e.id, e.at, e.action, e.before, e.after, e.member_id, e.details, e.sealed_details, e.sealed,
      coalesce(m.name, e.actor) as by,
      (select name from members where id = (e.before ->> 'assignee_id')::bigint) as before_name,
      (select name from members where id = (e.after ->> 'assignee_id')::bigint) as after_name
      from order_events e left join members m on m.id = e.member_id where e.order_id = o.order_id order by e.id desc`)} as events,
    ${list(`select h.order_id, h.full_name as name, h.process_status, h.due_at, h.window_opens_on, h.travel_date, h.processing_date
      from orders h where h.household_keys && o.household_keys and h.order_id <> o.order_id and h.process_status <> 'Deleted'
        and (h.restricted_at is null or s.role = 'Admin') order by h.due_at, h.order_id limit 20`)} as household,
    ${list(`select kind, revision, sealed from drafts t
      where t.order_id = o.order_id and t.member_id = s.id order by t.kind`)} as drafts,
    (select id from customer_questions u where u.order_id = o.order_id and u.ended_at is null) as question_id,
    (select count(*)::int from messages g where g.order_id = o.order_id) as message_count,
    (select coalesce(sum(left_out), 0)::int from mail_quotas q
      where q.scope = 'order' and q.key = o.order_id::text and q.hour > now() - interval '1 day') as left_out
  from session s, orders o
    left join members a on a.id = o.assignee_id left join members p on p.id = o.processed_by
  where o.order_id = $2`

interface EventRow {
  id: number
  at: string
  by: string
  action: string
  before: { process_status: string; assignee_id: number | null } | null
  after: { process_status: string; assignee_id: number | null } | null
  before_name: string | null
  after_name: string | null
  member_id: number | null
  details: object
  sealed_details: string | null
}

function changeOf({ before, after, before_name: beforeName, after_name: afterName }: EventRow) {
  if (!before || !after) return { from: null, to: null }
  return before.process_status === after.process_status && before.assignee_id !== after.assignee_id
    ? { from: beforeName, to: afterName }
    : { from: before.process_status, to: after.process_status }
}

/** The benchmark's viewed orders are Completed and have no messages, drafts or open questions. */
export async function viewOrder(
  { pool, seal, auditKey }: Reference,
  { token, rest }: ReferenceCall,
): Promise<string> {
  const id = Number(rest)
  const { rows } = await pool.query({
    name: 'order view',
    text: statement,
    values: [token, id, ...auditParameters(auditKey, { action: 'order viewed', order: id, details: {} })],
  })
  const order = rows[0]
  const open = (sealedColumn: SealedColumnName, row: string | number, sealed: string | null) =>
    sealed === null ? null : seal.open(anything, sealedColumn, row, hex(sealed))
  const { fields, familyMember, importingGoods } = seal.open(anything, 'orders.sealed', id, order.sealed)
  const seesAll = order.role === 'Admin' || order.role === 'Manager'
  const orderDetails = {
    order_id: id,
    transaction_id: order.transaction_id,
    merchant_name: order.merchant_name,
    email: order.email,
    landing_domain: order.landing_domain,
    transport_type: order.transport_type,
    processing_mode: order.processing_mode,
    process_status: order.process_status,
    created_at: instant(order.created_at),
    processing_date: instant(order.processing_date),
    processed_by: order.processed_by_name,
    refund_date: instant(order.refund_date),
    process_month: order.process_month,
    window_opens_on: order.window_opens_on,
    due_at: instant(order.due_at),
    travel_date: order.travel_date,
    assign_to: order.assignee_name,
    is_assigned_to_me: order.assignee_id === order.member_id,
    language: order.language,
    amount: order.amount,
    currency: order.currency,
    refund: order.refund,
    dispute_due_on: order.dispute_due_on,
    dispute_reason_code: order.dispute_reason_code,
    dispute_outcome: order.dispute_outcome,
    restricted_at: instant(order.restricted_at),
    details_erased_at: instant(order.details_erased_at),
    erased_at: instant(order.erased_at),
    uploadDoc: order.documents.map((it: Record<string, never>) => ({
      file1: it['file1'],
      customer_name: order.full_name,
      mail_service_provider: it['mail_service_provider'],
      name: open('documents.sealed_name', it['file1'] ?? '', it['sealed_name'] ?? null),
      size: it['size'],
      content_type: it['content_type'],
      created_at: instant(it['created_at'] ?? null),
      traveller: it['traveller'],
      traveller_name: null,
    })),
    mailHistory: order.mails.map((it: Record<string, never>) => ({
      order_id: id,
      create_ts: instant(it['created_at'] ?? null),
      remainder_mail: flag(it['is_resend'] ?? false),
      uploadDoc: it['file1'] ?? '',
      kind: it['kind'],
      to: it['recipient'],
      provider: it['provider'],
      state: it['state'],
      id: it['id'],
      subject: open('mails.sealed_subject', it['id'] ?? '', it['sealed_subject'] ?? null),
      state_at: instant(it['state_at'] ?? it['sent_at'] ?? it['attempted_at'] ?? it['created_at'] ?? null),
      error: it['error'],
      complained: it['complained_at'] !== null,
    })),
    messages: [],
    message_count: order.message_count,
    open_question: order.question_id,
    messages_left_out: order.left_out,
    downloadHistory: order.downloads.map(({ at, ...it }: { at: string }) => ({
      ...it,
      create_ts: instant(at),
    })),
    has_older_history: false,
    remark: order.remarks.map((it: Record<string, never>) => ({
      order_id: id,
      us_date: estUsDate(it['at'] ?? ''),
      us_time: estUsTime(it['at'] ?? ''),
      remark_name: it['by'],
      remark: open('remarks.sealed_remark', id, it['sealed_remark'] ?? null),
      whatsapp: flag(it['whatsapp'] ?? false),
      telephone: flag(it['telephone'] ?? false),
      status_refund: flag(it['status_refund'] ?? false),
      voided: flag(it['voided'] ?? false),
      chargeback: flag(it['chargeback'] ?? false),
      report_error: '',
    })),
    drafts: order.drafts,
    familyMember,
    importingGoods,
    household: order.household.map((it: Record<string, never>) => ({
      ...it,
      due_at: instant(it['due_at'] ?? null),
      processing_date: instant(it['processing_date'] ?? null),
    })),
    preflight: null,
    events: order.events.map((event: EventRow) => ({
      id: event.id,
      at: instant(event.at),
      by: event.by,
      action: event.action,
      ...changeOf(event),
      details: {
        ...event.details,
        ...open('order_events.sealed_details', id, event.sealed_details),
      },
      can_restore:
        event.id === order.state_event_id &&
        event.before !== null &&
        (event.member_id === order.member_id || seesAll),
      why_not_restored: null,
    })),
    ...fields,
  }
  return JSON.stringify({ status: 1, message: '', orderDetails })
}
