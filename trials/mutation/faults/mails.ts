import { faultsIn, instead, without, type SqlFault } from '../sql-fault.ts'

const queue = faultsIn('src/server/platform/mail/mail-rows.ts', ['mail-recovery'], {
  insertMail: [
    without(".onConflict((same) => same.column('id').doNothing())", {
      equivalent: 'Only the injection of faults and the demo write a mail with an id of their own.',
    }),
  ],
  claimMails: [
    without(".where('state', '=', 'queued')"),
    without(".where('not_before', '<=', now)", { seenBy: ['mail-recovery'] }),
    without('.where(isUnrestricted)', { seenBy: ['privacy'] }),
    without('.limit(limit)'),
    without('.forUpdate() .skipLocked()'),
    without(".whereRef('mails.id', '=', 'due.id')"),
  ],
  markAttempted: [
    without(".where('id', '=', id)"),
    without(".where('state', '=', 'sending')"),
    without(".where('attempts', '=', attempts)"),
    instead("mail.fn<Date>('greatest', [mail.val(now), 'state_at'])", 'mail.val(now)'),
  ],
  statesBefore: [
    instead("(['sending'] as const)", "(['sending', 'unknown'] as const)"),
    instead("['sending', 'unknown']", "['sending']"),
  ],
  recordOutcome: [
    without(".where('id', '=', id)"),
    without(".where('attempts', '=', attempts)"),
    without(".where('state', 'in', statesBefore(outcome))"),
    without(".where('provider_message_id', 'is', null)"),
  ],
  selectAbandonedMails: [
    without(".where('state', '=', 'sending')"),
    without(".where(({ fn }) => fn.coalesce('state_at', 'attempted_at'), '<', since)"),
  ],
})

const reports = faultsIn(
  'src/server/platform/mail/reports.ts',
  ['mail-reports', 'hooks-sns', 'hooks-sendgrid'],
  {
    findReportedMail: [
      without(".where('provider_message_id', '=', providerMessageId)", {
        seenBy: ['hooks-sns', 'mail-reports'],
      }),
      without(".where('provider', '=', provider)", { seenBy: ['hooks-sns', 'mail-reports'] }),
    ],
    recordMailReport: [
      without(".onConflict((same) => same.columns(['provider', 'provider_event_id']).doNothing())"),
    ],
    applyTransition: [
      instead(
        ".where('id', '=', mailId) .where('state', 'in', statesBefore(report))",
        ".where('state', 'in', statesBefore(report))",
      ),
      without(".where('state', 'in', statesBefore(report))"),
      instead(
        ".where('id', '=', mailId) .where('complained_at', 'is', null)",
        ".where('complained_at', 'is', null)",
      ),
      without(".where('complained_at', 'is', null)"),
    ],
  },
)

const resends = faultsIn('src/server/documents/resend.queries.ts', ['mail-resend'], {
  selectMail: [without(".where('m.order_id', '=', orderId)", { seenBy: ['mail-resend'] })],
  wasResentSince: [
    without(".where('order_id', '=', orderId)", {
      equivalent: 'What is sent again is a mail of this order: the condition only finds the index.',
    }),
    without(".where('is_resend', '=', true)", {
      equivalent: 'Whatever is sent again of another mail is marked as such.',
    }),
    without(".where('kind', '=', kind)"),
    without(".where('resend_of', 'is not distinct from', resendOf)"),
    without(".where((mail) => mail.fn('lower', ['recipient']), '=', recipient.toLowerCase())"),
    without(".where('created_at', '>', since)"),
  ],
})

const messages = faultsIn('src/server/messages/messages.queries.ts', ['messages'], {
  insertMessage: [
    without(".onConflict((same) => same.columns(['order_id', 'message_id']).doNothing())", {
      seenBy: ['hooks-inbound: the same mail is stored once'],
    }),
  ],
  markRepliesHandled: [
    without(".where('order_id', '=', orderId)"),
    without(".where('direction', '=', 'in')"),
    without(".where('handled_at', 'is', null)"),
    without(".where('automatic', '=', false)"),
    without(".$if(upTo !== undefined, (query) => query.where('id', '<=', upTo ?? 0))"),
    instead("'<=', upTo", "'<', upTo"),
  ],
  lockNewestReply: [
    without(".where('order_id', '=', orderId)"),
    without(".where('direction', '=', 'in')", { seenBy: ['product-calls'] }),
    without(".where('automatic', '=', false)"),
    without('.forUpdate()'),
  ],
  reopenReply: [without(".where('id', '=', id)")],
  selectNewestFromCustomer: [
    without(".where('from_customer', '=', true)"),
    without(".where('automatic', '=', false)"),
    without(".where('authentic', '<>', 'fail')"),
  ],
})

const refunds = faultsIn('src/server/refunds/refund-orders.queries.ts', ['refunds'], {
  canBeRefunded: [
    instead("process_status = 'Refunds' and refund_date is null", 'refund_date is null'),
    without(' and refund_date is null'),
  ],
  upsertRefunds: [instead("eb.ref('excluded.sealed_reference')", "eb.ref('refunds.sealed_reference')")],
  selectOrdersToNotify: [
    without(".whereRef('mails.order_id', '=', 'o.order_id')"),
    without(".where('kind', '=', 'refund')"),
    without(".where('state', 'not in', ['cancelled', 'failed'])"),
    instead("['cancelled', 'failed']", "['cancelled']"),
    instead("['cancelled', 'failed']", "['failed']"),
  ],
})

const quotas = faultsIn('src/server/messages/incoming-quotas.queries.ts', ['safety/incoming-mail'], {
  addToQuotas: [
    without(".where('hour', '=', hour)"),
    without('.where(({ or, and }) => or(keys.map(({ scope, key, proven }) => and({ scope, key, proven }))))'),
  ],
  sumLeftOut: [
    without(".where('scope', '=', scope)"),
    without(".where('key', '=', key)"),
    without(".where('hour', '>', since)"),
  ],
})

const invoices = [
  ...faultsIn('src/server/invoices/send-invoice.queries.ts', ['invoices'], {
    insertInvoice: [without(".where('year', '=', year)")],
  }),
  ...faultsIn('src/server/invoices/send-invoice.ts', ['invoices'], {
    findOrIssueInvoice: [without("await lockByName(tx, 'invoice numbers')")],
  }),
]

const problems = faultsIn('src/server/mail-problems/mail-problems.queries.ts', ['mail-problems'], {
  lockMail: [
    without(".where('m.id', '=', mailId)"),
    without(".where('m.order_id', '=', orderId)"),
    without('.forNoKeyUpdate()'),
  ],
  settleMail: [without(".where('id', '=', mailId)")],
})

export const mailFaults: SqlFault[] = [
  ...queue,
  ...reports,
  ...resends,
  ...problems,
  ...messages,
  ...quotas,
  ...refunds,
  ...invoices,
]
