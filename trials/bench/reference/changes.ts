import { createHash, randomBytes } from 'node:crypto'
import { withSession, type Reference, type ReferenceCall } from './reference.ts'

const state = (row: string) => `jsonb_build_object('process_status', ${row}.process_status,
  'assignee_id', ${row}.assignee_id, 'processing_date', ${row}.processing_date, 'processed_by', ${row}.processed_by,
  'refund_date', ${row}.refund_date)`

const heldById = (guard: string) => `
  select o.order_id, ${state('o')} as before from orders o, session s
  where o.order_id = $2 and o.restricted_at is null and o.erased_at is null and ${guard}
  for no key update of o`

/** One statement that locks, changes, writes the event and the undo token; `token` is the token's hash. */
const changeStatement = (
  held: string,
  assignments: string,
  action: string,
  token = '$3',
) => `with ${withSession},
  held as materialized (${held}
  ), changed as (
    update orders o
    set ${assignments}, state_event_id = nextval(pg_get_serial_sequence('order_events', 'id'))
    from held, session s
    where o.order_id = held.order_id
    returning o.order_id, o.state_event_id, held.before, ${state('o')} as after, s.id as member_id, s.name
  ), event as (
    insert into order_events (id, order_id, at, member_id, actor, action, before, after)
    select state_event_id, order_id, now(), member_id, name, '${action}', before, after from changed
    returning id
  )
  insert into undo_tokens (token_hash, member_id, event_ids, expires_at)
  select ${token}, member_id, array[state_event_id], now() + interval '10 minutes' from changed
  returning (select order_id from changed)`

const claim = changeStatement(
  heldById(`o.process_status = 'New' and o.assignee_id is null`),
  'assignee_id = s.id, assigned_at = now()',
  'assigned',
)
const release = changeStatement(
  heldById(`o.process_status = 'New' and o.assignee_id is not null`),
  'assignee_id = null, assigned_at = null',
  'released',
)
const move = changeStatement(heldById('o.process_status <> $4'), 'process_status = $4', 'moved')

const today = `(now() at time zone 'Asia/Jakarta')::date`
const claimable = `process_status = 'New' and assignee_id is null
    and (processing_mode in ('standard', 'priority') or window_opens_on is null or window_opens_on <= ${today})
    and (travel_date is null or travel_date >= ${today})`
/** The most urgent unassigned order. Missed orders come first in the index and are skipped there. */
const startNextStatement = changeStatement(
  `
  select order_id, ${state('orders')} as before from orders
  where ${claimable} and restricted_at is null and coalesce(due_at, 'infinity') >= (
    select coalesce(due_at, 'infinity') from orders where ${claimable}
    order by coalesce(due_at, 'infinity'), order_id limit 1)
  order by coalesce(due_at, 'infinity'), order_id limit 1
  for no key update skip locked`,
  'assignee_id = s.id, assigned_at = now()',
  'assigned',
  '$2',
)

async function change(
  { pool }: Reference,
  {
    token,
    orderId,
    name,
    text,
    more = [],
  }: {
    token: string
    orderId: number
    name: string
    text: string
    more?: unknown[]
  },
  message: string,
): Promise<string> {
  const undo = randomBytes(32).toString('base64url')
  const { rowCount } = await pool.query({
    name,
    text,
    values: [token, orderId, createHash('sha256').update(undo).digest(), ...more],
  })
  if (rowCount !== 1) throw new Error(`order ${orderId} was not changed`)
  return `{"status":1,"message":"${message}","data":{"updated":[${orderId}],"skipped":[],"undo":"${undo}"}}`
}

export function assignOrder(at: Reference, { token, body }: ReferenceCall): Promise<string> {
  const {
    orderId: [orderId],
    assignto,
  } = JSON.parse(body.toString())
  return assignto === null
    ? change(at, { token, orderId, name: 'release', text: release }, 'Order has been moved successfully')
    : change(at, { token, orderId, name: 'claim', text: claim }, 'Order has been assigned successfully')
}

export function moveOrder(at: Reference, { token, body }: ReferenceCall): Promise<string> {
  const {
    orderId: [orderId],
    updatingStatus,
  } = JSON.parse(body.toString())
  return change(
    at,
    { token, orderId, name: 'move', text: move, more: [updatingStatus] },
    'Order has been moved successfully',
  )
}

export async function startNext({ pool }: Reference, { token }: ReferenceCall): Promise<string> {
  const undo = randomBytes(32).toString('base64url')
  const { rows } = await pool.query({
    name: 'start next',
    text: startNextStatement,
    values: [token, createHash('sha256').update(undo).digest()],
  })
  if (!rows[0]) throw new Error('nothing is waiting')
  return `{"status":1,"message":"","data":{"order_id":${rows[0].order_id},"undo":"${undo}"}}`
}
