import { faultsIn, instead, without, type SqlFault } from '../sql-fault.ts'

const documents = faultsIn('src/server/documents/documents.queries.ts', ['documents'], {
  isMessageFileAccepted: [
    without('.forUpdate()', { seenBy: ['messages'] }),
    without(".where('order_id', '=', orderId)", {
      equivalent: 'A file that came by mail belongs to one order, which was looked up before.',
    }),
    without(".where('message_file_id', '=', messageFileId)", { seenBy: ['messages'] }),
    without(".where('withdrawn_at', 'is', null)", { seenBy: ['messages'] }),
  ],
  withdrawDocument: [
    without(".where('order_id', '=', orderId)", { seenBy: ['document-rows'] }),
    without(".where('file1', '=', file1)"),
    without(".where('withdrawn_at', 'is', null)"),
  ],
})

const undoneUploads = faultsIn('src/server/documents/undo-upload.queries.ts', ['undo-upload'], {
  restoreReplacedDocuments: [
    without(".where('order_id', '=', orderId)", {
      equivalent: 'The name of a file is unique: this condition only finds the index.',
    }),
    without(".where('file1', '=', file1)"),
    without(".whereRef('newer.order_id', '=', 'documents.order_id')", { seenBy: ['traveller-documents'] }),
    without(".whereRef('newer.traveller', '=', 'documents.traveller')", { seenBy: ['traveller-documents'] }),
    without(".where('newer.withdrawn_at', 'is', null)"),
  ],
})

const travellers = faultsIn('src/server/travellers/follow-correction.queries.ts', ['traveller-documents'], {
  detachDocuments: [
    without(".where('order_id', '=', orderId)"),
    without(".where('traveller', 'in', [...places])"),
    without(".where('withdrawn_at', 'is not', null)", {
      equivalent: 'A correction that takes out somebody with a document is refused before.',
    }),
  ],
  moveDocuments: [without('d.order_id = ${orderId} and '), without(' and d.traveller = moved.place_before')],
})

const previews = [
  ...faultsIn('src/server/documents/preview.queries.ts', ['previews: documents without a preview'], {
    claimUnpreviewed: [
      without(".where('preview_attempted_at', 'is', null)"),
      without(".where('withdrawn_at', 'is', null)"),
      without(".where('created_at', '<', until)"),
      without(".orderBy('id', 'desc')"),
      without('.forUpdate() .skipLocked()', { seenBy: ['document-rows'] }),
    ],
    recordPreview: [
      without(".where('id', '=', id)", { seenBy: ['document-rows'] }),
      without(".where('preview_attempted_at', 'is not distinct from', preview_attempted_at)", {
        seenBy: ['document-rows'],
      }),
      without(".where('preview_file', 'is', null)", { seenBy: ['document-rows'] }),
    ],
  }),
  ...faultsIn('src/server/visitor/previews.queries.ts', ['document-rows'], {
    lockDocumentWithPreview: [without('.forNoKeyUpdate()')],
    hasEventSince: [
      without(".where('order_id', '=', orderId)"),
      without(".where('action', '=', action)"),
      without(".where(sql`details ->> 'file1'`, '=', file1)"),
      without(".where('at', '>', since)"),
    ],
  }),
]

const visits = [
  ...faultsIn('src/server/visitor/visit.queries.ts', ['visitor-downloads', 'visitor-track'], {
    deleteVisits: [without(".where('order_id', '=', orderId)")],
    isVisitOpen: [
      without(".where('v.token_hash', '=', tokenHash)"),
      without(".where('v.order_id', '=', orderId)"),
      without(".where('v.expires_at', '>', now)"),
      without(".where('o.process_status', '<>', 'Deleted')"),
    ],
  }),
  ...faultsIn('src/server/visitor/track-order.queries.ts', ['visitor-track'], {
    isKnownAddress: [without(".where('order_id', '=', orderId)"), without(".where('ip', '=', ip)")],
    insertVisit: [
      without(".where('order_id', '=', visit.order_id)"),
      without(".where('ip', '=', visit.ip)"),
      without(".where('expires_at', '<=', visit.created_at)"),
    ],
  }),
]

const downloads = faultsIn('src/server/visitor/downloads.queries.ts', ['visitor-downloads'], {
  lockDocument: [without('.forNoKeyUpdate()', { seenBy: ['safety/visitors: again and again'] })],
  countRepeat: [without(".where('id', '=', id)", { seenBy: ['safety/visitors: again and again'] })],
  selectDownloadsSince: [
    without(".where('at', '>', since)", { seenBy: ['safety/visitors: again and again'] }),
  ],
  selectAvailableDocument: [
    without(".where('order_id', '=', orderId)"),
    without(".where('withdrawn_at', 'is', null)"),
  ],
  selectNewestRecent: [
    without(".where('order_id', '=', orderId)", {
      equivalent: 'A document has one order: this condition only finds the index.',
    }),
    without(".where('document_id', '=', documentId)"),
    without(".where('ip', '=', ip)"),
    without(".where('claimed', '=', claimed)"),
    without(".where('at', '>', since)"),
    without(".orderBy('id', 'desc')"),
  ],
  claimDownload: [without('.forUpdate() .skipLocked()')],
  addSentBytes: [
    without(".where('id', '=', id)", { seenBy: ['document-rows'] }),
    without('${sent.reachedEnd} and ', { seenBy: ['document-rows'] }),
    without(' and coalesce(bytes_sent, 0) + ${sent.bytes} >= ${sent.size}', { seenBy: ['document-rows'] }),
    instead('completed or', 'false or', { seenBy: ['document-rows'] }),
  ],
})

const lateRecords = faultsIn('src/server/visitor/late-records.queries.ts', ['replica'], {
  setDownloadTime: [without(".where('id', '=', id)")],
})

export const documentFaults: SqlFault[] = [
  ...documents,
  ...undoneUploads,
  ...travellers,
  ...previews,
  ...visits,
  ...downloads,
  ...lateRecords,
]
