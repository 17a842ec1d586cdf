import { faultsIn, instead, without, type SqlFault } from '../sql-fault.ts'

const guards = faultsIn('src/server/orders/guards.queries.ts', ['moves'], {
  lockActiveMember: [
    without(".where(sql`lower(btrim(name))`, '=', sql<string>`lower(btrim(${name.trim()}))`)"),
    without(".where('removed_at', 'is', null)", { seenBy: ['team'] }),
    without('.forShare()', { seenBy: ['team'] }),
  ],
  canBeClaimed: [
    instead("process_status = 'New' and assignee_id is distinct from", 'assignee_id is distinct from'),
    without(' and assignee_id is distinct from ${memberId}::bigint'),
    instead("process_status = 'New' and assignee_id is null", 'assignee_id is null'),
    without(' and assignee_id is null', { seenBy: ['moves', 'claim-race'] }),
  ],
  canBeReleased: [
    instead("process_status = 'New' and assignee_id is not null", 'assignee_id is not null'),
    without(' and assignee_id is not null'),
    instead("process_status = 'New' and assignee_id = ", 'assignee_id = '),
    without(' and assignee_id = ${memberId}'),
  ],
  canBeMoved: [
    without('process_status = ${expected} and '),
    without(' and process_status <> ${target}'),
    instead(': sql`process_status <> ${target}`', ': sql`true`'),
  ],
  canBeDeleted: [
    instead("inQueue('futureOrder', futureQueueOf)", 'sql`true`'),
    instead("sql`process_status <> 'Deleted'`", 'sql`true`'),
  ],
})

const placements = faultsIn('src/server/orders/queue-condition.queries.ts', ['queues', 'moves'], {
  placementCondition: [
    instead('process_status = ${sql.lit(placement.status)}', 'true'),
    instead('if (placement.assigned !== undefined)', 'if (placement.assigned)'),
    instead('if (placement.assigned !== undefined)', 'if (placement.assigned === false)'),
    instead('placement.assigned ? sql`assignee_id is not null`', 'placement.assigned ? sql`true`'),
    instead('if (placement.mode)', "if (placement.mode === 'future')"),
    instead('if (placement.mode)', "if (placement.mode !== 'future')"),
    instead('if (placement.opensLater === true)', 'if (false)'),
    instead('window_opens_on > ${today}', 'window_opens_on >= ${today}'),
    instead('if (placement.opensLater === false)', 'if (false)'),
    instead('window_opens_on <= ${today}', 'window_opens_on < ${today}'),
    without('window_opens_on is null or '),
  ],
  placementsOf: [
    instead('assignee_id = ${view.memberId}', 'true'),
    instead("queue !== 'futureOrder' || view.month === undefined", 'true'),
    instead('extract(month from window_opens_on)', 'extract(day from window_opens_on)'),
    instead('allOf([isPlaced,', 'anyOf([isPlaced,'),
  ],
  inQueue: [],
  wholeStatusOf: [],
  allOf: [instead('sql` and `', 'sql` or `')],
  anyOf: [instead('sql` or `', 'sql` and `')],
})

const counts = faultsIn('src/server/orders/counts.queries.ts', ['order-counts', 'queues'], {
  compactCounts: [
    instead('count(*) > ${threshold}', 'count(*) > ${threshold}::int * 0 - 1'),
    without('where (select enough from busy)'),
    without(' for update skip locked', {
      equivalent: 'A second fold waits for the first and finds its rows gone: only time is lost.',
    }),
    without('having sum(n) <> 0'),
    instead('sum(n)\n    from taken', 'count(n)\n    from taken'),
    instead('window_opens_on >= ${today}', 'window_opens_on > ${today}'),
    instead('opens_on, sum(n)', 'null, sum(n)'),
  ],
})

const months = [
  ...faultsIn('src/server/orders/counts.queries.ts', ['far-pages'], {
    compactMonths: [
      instead('> ${threshold} as enough', '> ${threshold}::int * 0 - 1 as enough'),
      without('where (select enough from busy)'),
      without(' for update skip locked', {
        equivalent: 'A second fold waits for the first and finds its rows gone: only time is lost.',
      }),
      without('having sum(n) <> 0', { equivalent: 'A month of no orders is passed over all the same.' }),
    ],
  }),
  ...faultsIn('migrations/0001_schema.sql', ['far-pages'], {
    count_order_months: [
      instead('-count(*)', 'count(*)'),
      instead('select -1, process_status', 'select 1, process_status'),
      without('having sum(sign) <> 0', { equivalent: 'A row of 0 adds nothing to any sum.' }),
    ],
  }),
]

const countTriggers = [
  ...faultsIn('migrations/0001_schema.sql', ['order-counts', 'queues'], {
    count_orders: [
      instead('-count(*)', 'count(*)'),
      instead('select -1, process_status', 'select 1, process_status'),
      without('having sum(d.sign) <> 0'),
    ],
    order_bucket: [
      instead("case when status = 'New' then assignee end", 'assignee'),
      instead("case when status = 'New' and assignee is null then mode end", 'mode'),
      instead(
        "case when status = 'New' and assignee is null and mode = 'future' then opens end",
        "case when status = 'New' and assignee is null then null end",
      ),
    ],
    count_inserted: [instead('after insert', 'after delete')],
    count_updated: [],
  }),
]

const changes = faultsIn('src/server/orders/change-orders.queries.ts', ['moves'], {
  changeOrders: [
    without(' and ${guard}'),
    without('order_id = any(${ids}::bigint[]) and '),
    without('for no key update', { seenBy: ['moves', 'claim-race', 'races'] }),
    instead('order by order_id\n      for no key update', 'for no key update', {
      equivalent:
        'Two that wait for each other are a deadlock, after which one is tried again: only time is lost.',
    }),
  ],
  changeLocked: [
    without('where o.order_id = held.order_id'),
    instead('order by order_id\n    returning', 'returning', {
      equivalent: 'The rows come in this order already, by the plan of the version in use.',
    }),
  ],
  hasStatus: [
    instead('process_status = any(${[...statuses]}::text[])', 'true', {
      seenBy: ['documents', 'messages'],
    }),
  ],
  hasStatusAndAssignee: [without(' and assignee_id = ${memberId}', { seenBy: ['team'] })],
})

const undo = faultsIn('src/server/orders/undo.queries.ts', ['moves'], {
  claimUndoToken: [
    without(".where('token_hash', '=', tokenHash)"),
    without(".where('member_id', '=', memberId)"),
    without(".where('used_at', 'is', null)"),
    without(".where('expires_at', '>', now)"),
    instead("'>', now", "'>=', now"),
  ],
  deleteExpiredUndoTokens: [without(".where('expires_at', '<', now)", { seenBy: ['expired-rows'] })],
  cancelMails: [
    without('.where(sql<boolean>`event_id = any(${eventIds}::bigint[])`)', { seenBy: ['refunds'] }),
    without(".where('state', '=', 'queued')", { seenBy: ['refunds'] }),
  ],
  restoreOrders: [
    without(' and w.event_id = o.state_event_id'),
    without('where o.erased_at is null', { seenBy: ['bulk-runs'] }),
    without('for no key update of o', { seenBy: ['moves', 'races'] }),
    instead('order by o.order_id\n      for no key', 'for no key', {
      equivalent:
        'Two that wait for each other are a deadlock, after which one is tried again: only time is lost.',
    }),
    without(' and m.removed_at is null', { seenBy: ['team'] }),
    without(' for share', { seenBy: ['team'] }),
    instead(
      'case when w.assignee_id is not null then coalesce(o.assigned_at, ${metadata.at}) end',
      'o.assigned_at',
      { equivalent: 'No call reads since when a member has an order.' },
    ),
    without('where o.order_id = held.order_id'),
  ],
})

const bulkRuns = [
  ...faultsIn('src/server/orders/bulk-runs/choose-matching.queries.ts', ['bulk-runs'], {
    isChosen: [
      instead('${matchesCriteria(criteria)} and ', 'true and '),
      without(' and order_id <> all(${[...except]}::bigint[])'),
    ],
    insertRun: [
      without('where ${isChosen(choice)}'),
      without('where count = ${expectedCount}'),
      instead('(row_number() over (order by order_id) - 1) / ${batchSize}::integer + 1', '1'),
    ],
  }),
  ...faultsIn('src/server/orders/bulk-runs/bulk-runs.queries.ts', ['bulk-runs'], {
    claimRun: [
      without(".where('pass', 'is not', null)"),
      without('.forNoKeyUpdate()'),
      without('.skipLocked()', {
        equivalent: 'Workers wait for each other, and find the next batch then: only time is lost.',
      }),
    ],
    saveChanges: [
      without(".where('run_id', '=', id)"),
      without(".where('number', '=', done + 1)"),
      without(".where('id', '=', id)"),
    ],
    saveUndo: [
      without(".where('run_id', '=', id)"),
      without(".where('number', '=', undone + 1)"),
      without(".where('id', '=', id)"),
    ],
    stopPass: [without(".where('id', '=', runId)"), without(".where('pass', '=', pass)")],
    beginUndo: [
      without(".where('id', '=', runId)"),
      without(".where('finished_at', '>', since)"),
      without(".where('undo_started_at', 'is', null)"),
      without(".where('changed', '>', 0)"),
    ],
    deleteOldRuns: [without(".where('started_at', '<', before)"), without(".where('pass', 'is', null)")],
  }),
]

const corrections = [
  ...faultsIn('src/server/orders/orders.queries.ts', ['corrections', 'mail-resend', 'messages'], {
    selectOrderForUpdate: [without('.forNoKeyUpdate()')],
  }),
  ...faultsIn('src/server/corrections/correct-order.queries.ts', ['corrections'], {
    updateOrder: [without(".where('order_id', '=', orderId)")],
  }),
  ...faultsIn('src/server/orders/transaction.queries.ts', ['corrections'], {
    updateTransaction: [without(".where('order_id', '=', orderId)")],
  }),
  ...faultsIn('src/server/disputes/save-dispute.queries.ts', ['corrections'], {
    updateDispute: [without(".where('order_id', '=', orderId)")],
  }),
]

const live = faultsIn('src/server/live/changes.queries.ts', ['live'], {
  deleteOldChanges: [without(".where('xid', '<', beforeXid)")],
})

const startNext = [
  ...faultsIn('src/server/orders/start-next.queries.ts', ['start-next'], {
    isShown: [instead('sql`restricted_at is null`', 'sql`true`')],
    isClaimable: [
      instead("process_status = 'New' and assignee_id is null", 'true', {
        equivalent: 'The placements of the queues say the same; it is for the index.',
      }),
    ],
    claimMostUrgent: [
      without(' and ${isShown(view)}'),
      without('and ${isMissed(view.today)} '),
      without(' and not exists (select from urgent)'),
      instead(
        'order by ${promisedUntil}, order_id\n    limit 1\n    for',
        'order by order_id\n    limit 1\n    for',
      ),
      without(' skip locked'),
    ],
    selectMostUrgent: [
      without(' and ${isShown(view)}'),
      without(' and v.seen_at >= ${openSince}'),
      without('v.order_id = orders.order_id and '),
      instead('order by ${key}, order_id', 'order by order_id desc'),
      without(' and not exists (select from urgent)'),
    ],
  }),
  ...faultsIn('src/server/orders/viewers.queries.ts', ['expired-rows'], {
    deleteExpiredViewers: [without(".where('seen_at', '<', before)")],
  }),
]

const evidence = faultsIn('src/server/orders/evidence-keys.queries.ts', ['corrections'], {
  insertEvidenceKeyRows: [without('on conflict do nothing', { seenBy: ['packs'] })],
  deleteEvidenceKeys: [without(".where('order_id', '=', orderId)")],
})

export const orderFaults: SqlFault[] = [
  ...guards,
  ...placements,
  ...counts,
  ...months,
  ...countTriggers,
  ...changes,
  ...startNext,
  ...undo,
  ...bulkRuns,
  ...corrections,
  ...live,
  ...evidence,
]
