import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toSearchPattern } from '#contract/rules/search-text.ts'
import { queueNames } from '#contract/rules/queues.ts'
import { selectNewestLink, selectUnchained } from '#server/audit/chain.queries.ts'
import {
  countAllAudit,
  countAuditMatches,
  selectAuditEntry,
  selectAuditPage,
  selectEntryBefore,
  type AuditCriteria,
} from '#server/audit/list.queries.ts'
import { countFutureMonths, countQueues } from '#server/orders/counts.queries.ts'
import type { ListCriteria } from '#server/orders/list-criteria.queries.ts'
import { countMatches, selectRows } from '#server/orders/list.queries.ts'
import type { PageStart } from '#server/orders/page-ids.queries.ts'
import { changeOrders, selectStates } from '#server/orders/change-orders.queries.ts'
import { selectOrder } from '#server/orders/orders.queries.ts'
import { inQueue } from '#server/orders/queue-condition.queries.ts'
import { selectArrivals } from '#server/orders/arrivals.queries.ts'
import { selectTally } from '#server/orders/tally.queries.ts'
import { selectMarks } from '#server/shift-desk/members.queries.ts'
import { claimMostUrgent, selectMostUrgent } from '#server/orders/start-next.queries.ts'
import { inTransaction, type Db, type Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { countByCountry, countByProcessor, countPromises } from '#server/reports/reports.queries.ts'
import { claimDownload, selectLastDownload } from '#server/visitor/downloads.queries.ts'
import { insertManyOrders } from '../../test/support/many-orders.ts'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'

const orderCount = 100_000

let app: TestApp
let db: Db
let pool: pg.Pool
let sentQueries: CompiledQuery[] = []

beforeAll(async () => {
  app = await startTestApp()
  await insertManyOrders(app.owner, orderCount)
  await insertDownloads(app.owner)
  await insertEntries(app.owner)
  pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
  // Its connection may still be ending when the database is dropped.
  pool.on('error', () => {})
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      sentQueries.push(event.query)
    },
  })
})
afterAll(async () => {
  await db.destroy()
  await app.stop()
})

/** A document and a download of each order. */
async function insertDownloads(db: Db) {
  await sql`
    with made as (
      insert into documents (order_id, file1, stored_as, file_key, sealed_name, content_type, size, sha256,
        mail_service_provider, created_at)
      select order_id, order_id || '.pdf', order_id || '.sealed', '', '', 'application/pdf', 1, '', 'AWS', created_at
      from orders
      returning id, order_id, created_at
    )
    insert into downloads (order_id, document_id, at, ip, timezone, browser, os, user_agent, claimed)
    select order_id, id, created_at, '203.0.113.7', '', '', '', '', true from made
  `.execute(db)
  await sql`analyze downloads`.execute(db)
}

/** Chained entries of the audit: views by everybody, and few changes. */
async function insertEntries(db: Db) {
  await sql`
    with made as (
      insert into audit_events (at, member_id, actor, action, order_id, mac)
      select timestamptz '2026-01-01' + n * interval '5 minutes', n % 5, 'Somebody',
        case when n % 5000 = 0 then 'gateway changed' else 'order viewed' end, 3000000 + n % 1000, ''
      from generate_series(1, ${orderCount / 2}::int) n
      returning id
    )
    insert into audit_chain select row_number() over (), id, '', '', now() from made
  `.execute(db)
  await sql`analyze audit_events, audit_chain`.execute(db)
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

const flattenPlan = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flattenPlan)]

const largeTables = new Set(['orders', 'downloads', 'audit_events', 'audit_chain'])

/** Runs `work` in a transaction that is rolled back, and explains each of its statements on large tables. */
async function explainStatements(work: (tx: Tx) => Promise<unknown>): Promise<PlanNode[][]> {
  sentQueries = []
  const rollback = new Error('rolled back')
  await inTransaction(db, async (tx) => {
    await work(tx)
    throw rollback
  }).catch((error) => {
    if (error !== rollback) throw error
  })
  const statements = sentQueries.filter(({ sql }) =>
    /\b(orders|order_counts|order_months|downloads|audit_events|audit_chain)\b/.test(sql),
  )
  expect(statements.length).toBeGreaterThan(0)
  return Promise.all(
    statements.map(async ({ sql, parameters }) => {
      const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters])
      return flattenPlan(rows[0]['QUERY PLAN'][0].Plan)
    }),
  )
}

const view = { memberId: 1, today: '2026-11-20', seesRestricted: true }
const listCriteria = (changes: Partial<ListCriteria> = {}): ListCriteria => ({
  queue: 'newOrder',
  view,
  sort: 'created_at',
  order: 'desc',
  now: new Date('2026-11-20'),
  exact: {},
  filters: {},
  ...changes,
})
const searchPattern = (text: string) => toSearchPattern(text) ?? undefined
const findWords = { words: [['tuyet', 'tuyett'], ['nguyen']] }
const firstPage: PageStart = { offset: 0 }
const key = { at: '2026-06-20T12:00:00.000000Z', orderId: 3_050_000 }

const november = { from: new Date('2026-11-01T05:00:00Z'), to: new Date('2026-12-01T05:00:00Z') }
const recentDownload = {
  orderId: 3_000_500,
  documentId: 500,
  ip: '203.0.113.7',
  since: new Date('2020-01-01T00:00:00Z'),
}
const auditCriteria = (changes: Partial<AuditCriteria> = {}): AuditCriteria => ({
  from: null,
  to: null,
  actions: null,
  memberIds: null,
  orderId: null,
  order: 'desc',
  ...changes,
})
const auditPage =
  (criteria: Partial<AuditCriteria>, start = {}) =>
  (tx: Tx) =>
    selectAuditPage(tx, auditCriteria(criteria), {
      beyond: null,
      backwards: false,
      skip: 0,
      limit: 51,
      ...start,
    })
const rareActions = ['gateway changed', 'member added'] as const
const unboundedRange = { from: null, to: null }

const screens: Record<string, (tx: Tx) => Promise<unknown>> = {
  'all counts': (tx) => countQueues(tx, view),
  'month tiles': (tx) => countFutureMonths(tx, view),
  ...Object.fromEntries(
    queueNames.map((queue) => [
      `first page of ${queue}`,
      (tx: Tx) => selectRows(tx, listCriteria({ queue }), firstPage, 25),
    ]),
  ),
  'next page of Completed': (tx) =>
    selectRows(tx, listCriteria({ queue: 'completedOrder' }), { after: key }, 25),
  'previous page of Completed': (tx) =>
    selectRows(tx, listCriteria({ queue: 'completedOrder' }), { before: key }, 25),
  'far page of Completed': (tx) =>
    selectRows(tx, listCriteria({ queue: 'completedOrder' }), { offset: 40_000 }, 25),
  'far page of Order History, oldest first': (tx) =>
    selectRows(tx, listCriteria({ queue: 'allOrder', order: 'asc' }), { offset: 40_000 }, 25),
  'next page of Order History': (tx) =>
    selectRows(tx, listCriteria({ queue: 'allOrder' }), { after: key }, 25),
  'Completed by processing date': (tx) =>
    selectRows(tx, listCriteria({ queue: 'completedOrder', sort: 'processing_date' }), firstPage, 25),
  'Refunds by refund date, oldest first': (tx) =>
    selectRows(tx, listCriteria({ queue: 'refundOrder', sort: 'refund_date', order: 'asc' }), firstPage, 25),
  'Order History by travel date': (tx) =>
    selectRows(tx, listCriteria({ queue: 'allOrder', sort: 'travel_date' }), firstPage, 25),
  'New by urgency': (tx) => selectRows(tx, listCriteria({ sort: 'due_at', order: 'asc' }), firstPage, 25),
  'Awaiting by urgency, next page': (tx) =>
    selectRows(
      tx,
      listCriteria({ queue: 'awaitingOrder', sort: 'due_at', order: 'asc' }),
      { after: key },
      25,
    ),
  'late orders, counted': (tx) =>
    countMatches(tx, listCriteria({ queue: 'allOrder', filters: { urgency: 'late' } })),
  'open orders, late or due soon, the most urgent first': (tx) =>
    selectRows(
      tx,
      listCriteria({ queue: 'openOrder', sort: 'due_at', order: 'asc', filters: { urgency: 'late,soon' } }),
      firstPage,
      25,
    ),
  'Order History of a site': (tx) =>
    selectRows(tx, listCriteria({ queue: 'allOrder', filters: { site: 'no.such.example' } }), firstPage, 25),
  'Order History of a nationality, counted': (tx) =>
    countMatches(tx, listCriteria({ queue: 'allOrder', filters: { nationality: 'TV' } }), 1001),
  'Order History of a member': (tx) =>
    selectRows(tx, listCriteria({ queue: 'allOrder', filters: { assignee: '77' } }), firstPage, 25),
  'Order History with a mail that failed': (tx) =>
    selectRows(tx, listCriteria({ queue: 'allOrder', filters: { mail: 'bounced' } }), firstPage, 25),
  'Order History with a reply': (tx) =>
    selectRows(tx, listCriteria({ queue: 'allOrder', filters: { reply: 'open' } }), firstPage, 25),
  'the open orders of the shift desk': (tx) =>
    selectTally(tx, listCriteria({ queue: 'openOrder' }), [
      { filters: { urgency: 'late' }, first: 'due_at' },
      { filters: { urgency: 'today', kind: 'arrival' } },
    ]),
  'the disputes of the shift desk': (tx) => {
    const filters = { dispute: 'overdue,soon' }
    return selectTally(tx, listCriteria({ queue: 'chargeBack', filters }), [
      { filters, first: 'dispute_due_on' },
    ])
  },
  'arrivals without a document': (tx) =>
    selectArrivals(
      tx,
      listCriteria({ queue: 'openOrder', filters: { urgency: 'today', kind: 'arrival' } }),
      10,
    ),
  'what members did in a day': (tx) =>
    selectMarks(tx, new Date('2026-11-19T17:00:00Z'), new Date('2026-11-20T17:00:00Z')),
  'the next order of New and Priority': (tx) =>
    claimMostUrgent(
      tx,
      ['newOrder', 'priorityOrder'],
      { ...view, month: undefined },
      {
        change: { assignee_id: 1 },
        metadata: { at: new Date(), memberId: 1, actor: 'Ayu Admin', action: 'assigned' },
      },
    ),
  'the next order of Awaiting': (tx) =>
    selectMostUrgent(tx, 'awaitingOrder', { ...view, month: undefined }, new Date()),
  'one future month': (tx) =>
    selectRows(tx, listCriteria({ queue: 'futureOrder', view: { ...view, month: 3 } }), firstPage, 25),
  'search for a mail': (tx) =>
    selectRows(
      tx,
      listCriteria({ queue: 'allOrder', search: searchPattern('t77777@example') }),
      firstPage,
      10,
    ),
  'search for a mail, counted': (tx) =>
    countMatches(tx, listCriteria({ queue: 'allOrder', search: searchPattern('t77777@example') }), 1001),
  'orders by the words of a name': (tx) =>
    selectRows(tx, listCriteria({ queue: 'allOrder', search: findWords }), firstPage, 8),
  'orders by a passport number': (tx) =>
    selectRows(
      tx,
      listCriteria({ queue: 'allOrder', search: { passportHash: Buffer.alloc(32) } }),
      firstPage,
      8,
    ),
  'search in Completed': (tx) =>
    selectRows(
      tx,
      listCriteria({ queue: 'completedOrder', search: searchPattern('812 0007 7777') }),
      firstPage,
      10,
    ),
  'country report of a month': (tx) => countByCountry(tx, november),
  'country report of all time': (tx) => countByCountry(tx, unboundedRange),
  'processed report of a month': (tx) => countByProcessor(tx, november),
  'processed report of all time': (tx) => countByProcessor(tx, unboundedRange),
  'promises by day of a month': (tx) => countPromises(tx, november, 'day'),
  'promises by member of all time': (tx) => countPromises(tx, unboundedRange, 'member'),
  'order view': (tx) => selectOrder(tx, 3_000_500),
  'states after a bulk call': (tx) => selectStates(tx, [3_000_500, 3_000_501]),
  'the download that a GET takes': (tx) => claimDownload(tx, recentDownload),
  'the download that a GET goes on with': (tx) => selectLastDownload(tx, recentDownload),
  'the audit': auditPage({}),
  'the page after an entry of the audit': auditPage({}, { beyond: 20_000 }),
  'the page before an entry of the audit': auditPage({ order: 'asc' }, { beyond: 20_000, backwards: true }),
  'rare entries of the audit': auditPage({ actions: rareActions }),
  'entries of two members': auditPage({ memberIds: [1, 2], actions: rareActions }),
  'entries of an order': auditPage({ orderId: 3_000_500 }),
  'entries of a month': auditPage({ ...november }),
  'all entries, counted': (tx) => countAllAudit(tx, 1000),
  'rare entries, counted': (tx) => countAuditMatches(tx, auditCriteria({ actions: rareActions }), 1001),
  'an entry and the one before it': async (tx) => {
    await selectAuditEntry(tx, 20_000)
    await selectEntryBefore(tx, '00000000-0000-4000-8000-000000000000', 20_000)
  },
  'entries that wait for the chain': async (tx) => {
    const { xid, id } = (await selectNewestLink(tx)) ?? {}
    await selectUnchained(tx, { xid: xid ?? '0', id: id ?? 0 }, 500)
  },
  'a guarded move': (tx) =>
    changeOrders(
      tx,
      [3_000_096, 3_000_097],
      inQueue('newOrder', view),
      { process_status: 'Awaiting' },
      { at: new Date('2026-11-20T00:00:00Z'), memberId: 1, actor: 'Ayu Admin', action: 'moved' },
    ),
}

test.each(Object.entries(screens))(
  `%s uses no sequential scan with ${orderCount} orders (product §12)`,
  async (_name, work) => {
    for (const nodes of await explainStatements(work)) {
      const scans = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && largeTables.has(node['Relation Name'] ?? ''),
      )
      expect(scans).toEqual([])
    }
  },
)

test('the check detects a sequential scan', async () => {
  const plans = await explainStatements((tx) =>
    tx.selectFrom('orders').select('order_id').where('phone_number', '=', '1').execute(),
  )
  expect(plans.flat().some((node) => node['Node Type'] === 'Seq Scan')).toBe(true)
})
