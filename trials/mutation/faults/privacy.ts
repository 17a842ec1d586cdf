import { faultsIn, instead, without, type SqlFault } from '../sql-fault.ts'

const everyRowOf = (table: string) =>
  instead(`tx.deleteFrom('${table}').where('order_id', '=', orderId)`, `tx.deleteFrom('${table}')`)

const ofOrder = without(".where('order_id', '=', orderId)")

export const privacyFaults: SqlFault[] = [
  ...faultsIn('src/server/privacy/erased-orders.queries.ts', ['backup-managed'], {
    insertErasedOrder: [
      instead(
        "onConflict((same) => same.column('order_id').doUpdateSet({ part, erased_at: now }))",
        "onConflict((same) => same.column('order_id').doNothing())",
      ),
    ],
  }),
  ...faultsIn('src/server/backup/last-backup.queries.ts', ['backup-managed'], {
    upsertLastBackup: [
      instead(
        "onConflict((same) => same.column('key').doUpdateSet({ value: content }))",
        "onConflict((same) => same.column('key').doNothing())",
      ),
    ],
  }),
  ...faultsIn('src/server/privacy/erase-order.queries.ts', ['privacy'], {
    noteFiles: [
      instead('from documents where order_id = ${orderId} union', 'from documents where false union', {
        seenBy: ['safety/erasure'],
      }),
      instead(
        "select 'store', preview_file from documents where order_id = ${orderId} and preview_file is not null",
        "select 'store', preview_file from documents where false",
        { seenBy: ['safety/erasure'] },
      ),
      without('where m.order_id = ${orderId}', {
        equivalent: 'A file that a row still names is not removed.',
      }),
      instead('from mails where order_id = ${orderId}', 'from mails where false', {
        seenBy: ['safety/erasure'],
      }),
    ],
    noteQuestionMails: [
      instead("where order_id = ${orderId} and kind = 'question'", "where kind = 'question'", {
        equivalent:
          'A file that is named twice, or by a mail that is still there, is removed from the outbox alone.',
      }),
      instead("where order_id = ${orderId} and kind = 'question'", 'where order_id = ${orderId}', {
        equivalent: 'The same.',
      }),
    ],
    deleteQuestions: [
      instead(
        "tx.deleteFrom('customer_questions').where('order_id', '=', orderId)",
        "tx.deleteFrom('customer_questions')",
        { seenBy: ['questions'] },
      ),
      instead(
        "tx.deleteFrom('mail_reports').where('mail_id', 'in', questionMails(tx, orderId))",
        "tx.deleteFrom('mail_reports')",
        { seenBy: ['questions'] },
      ),
      instead(
        "tx.deleteFrom('mails').where('id', 'in', questionMails(tx, orderId))",
        "tx.deleteFrom('mails')",
        { seenBy: ['questions'] },
      ),
    ],
    deleteCustomerRows: [
      everyRowOf('downloads'),
      instead(
        "tx.updateTable('messages').set({ mail_id: null }).where('order_id', '=', orderId)",
        "tx.updateTable('messages').set({ mail_id: null })",
      ),
      instead(
        "mails.selectFrom('mails').select('mails.id').where('mails.order_id', '=', orderId)",
        "mails.selectFrom('mails').select('mails.id')",
      ),
      everyRowOf('mails'),
      everyRowOf('documents'),
      instead(
        "messages.selectFrom('messages').select('messages.id').where('messages.order_id', '=', orderId)",
        "messages.selectFrom('messages').select('messages.id')",
      ),
      everyRowOf('messages'),
      everyRowOf('remarks'),
      everyRowOf('visitor_sessions'),
      everyRowOf('order_evidence_keys'),
    ],
    deleteUndoTokens: [
      without('where event_ids && array(select id from order_events where order_id = ${orderId})'),
    ],
    emptyEvents: [without('where order_id = ${orderId}')],
    emptyRefund: [ofOrder],
    replaceInvoiceFacts: [ofOrder],
    emptyOrder: [ofOrder],
    replaceDeclaration: [ofOrder],
    emptyQuestionEvents: [
      without(".where('order_id', '=', orderId)", { seenBy: ['questions'] }),
      without(".where('action', 'in', questionActions)", { seenBy: ['questions'] }),
    ],
    emptyCorrections: [ofOrder],
  }),
  ...faultsIn('src/server/privacy/erasures.queries.ts', ['privacy'], {
    markErased: [
      without(".where('request_id', '=', requestId)"),
      without(".where('order_id', '=', orderId)"),
    ],
    deleteErasedFile: [without(".where('id', '=', id)", { seenBy: ['safety/erasure'] })],
  }),
  ...faultsIn('src/server/privacy/retention.queries.ts', ['privacy-retention'], {
    saveConfirmation: [
      without(".onConflict((same) => same.column('key').doUpdateSet({ value: JSON.stringify(content) }))"),
    ],
    deleteConfirmation: [without(".where('key', '=', retentionKey)")],
  }),
  ...faultsIn('src/server/privacy/finish-requests.queries.ts', ['privacy'], {
    emptyRequest: [without(".where('id', '=', id)")],
    emptyLinks: [without(".where('request_id', '=', requestId)", { seenBy: ['access-links'] })],
    deleteMail: [without(".where('mail_id', '=', mailId)"), without(".where('id', '=', mailId)")],
  }),
  ...faultsIn('src/server/privacy/access-links.queries.ts', ['access-links'], {
    replaceLink: [
      without(".where('request_id', '=', requestId)"),
      without(".where('replaced_at', 'is', null)"),
    ],
    claimFetch: [
      without(".where('token_hash', '=', tokenHash)"),
      without(".where('replaced_at', 'is', null)"),
      without(".where(fetched, 'is', null)"),
      without(".where(({ eb, or }) => or([eb(began, 'is', null), eb(began, '<', since)]))"),
    ],
    endFetch: [
      without(".where('token_hash', '=', tokenHash)"),
      without(".where(columnsOf[as].fetched, 'is', null)"),
    ],
  }),
  ...faultsIn('src/server/privacy/requests.queries.ts', ['privacy'], {
    updateOrderIds: [without(".where('id', '=', id)")],
    insertStep: [without(".onConflict((same) => same.columns(['request_id', 'step']).doNothing())")],
    deleteStep: [without(".where('request_id', '=', requestId)"), without(".where('step', '=', step)")],
    updateRestriction: [
      without(".where('order_id', 'in', [...orderIds, 0])"),
      without(".where('erased_at', 'is', null)"),
      without(".where('restricted_at', restrictedAt ? 'is' : 'is not', null)"),
    ],
    updateClosed: [
      without(".where('id', '=', id)"),
      without(".where('closed_at', 'is', null)", { equivalent: 'The request is locked, and was looked at.' }),
    ],
  }),
]
