import type { Endpoint } from '#contract/endpoint.ts'
import { queueNames } from '#contract/rules/queues.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { JsonText } from '#server/platform/http/json-text.ts'
import type { Actor, Call, Platform } from '#server/platform/work.ts'
import { auditContext, recordAudit } from './audit.ts'

/** The longest time of one entry; `maxRows` is the most rows. */
const spanMs = 30 * 60_000
const maxRows = 1000
/** Fewer rows fit on a screen. */
const minRows = 100
const pollMs = 60_000

/** A filter on one of these columns searches for a person. */
const personalColumns = [
  'arrival_full_name',
  'arrival_email',
  'arrival_phone_number',
  'departure_full_name',
  'departure_contact_email_address',
  'departure_phone_number_1',
] as const

type Who = Pick<Call, 'actor' | 'ip' | 'userAgent'>

interface Span {
  since: Date
  who: Who
  /** Each page counts once, however often it is refreshed. */
  pages: Set<string>
  rows: number
  lists: Set<string>
  narrowedBy: Set<string>
}

interface Asked {
  params: unknown
  query: unknown
}

/** Only a row's key: quotation marks in texts are escaped. */
const rowKey = '"order_id":'

/** Also counts rows that PostgreSQL wrote as JSON text. */
function countRows({ data }: { data?: unknown }): number {
  if (Array.isArray(data)) return data.length
  return data instanceof JsonText ? data.text.split(rowKey).length - 1 : 0
}

function personalFilters(query: unknown): string[] {
  const keys = Object.keys(Object(query))
  return personalColumns.filter((column) => keys.includes(`filter[${column}]`))
}

const listOf = ({ summary }: Endpoint, { params }: Asked): string => {
  const { orderName } = Object(params) as { orderName?: unknown }
  return isOneOf(queueNames, orderName) ? orderName : summary
}

const isRecorded = ({ rows, narrowedBy }: Span) => rows >= minRows || narrowedBy.size > 0

export interface ListsRead {
  /** Counts an answered list of personal data; awaits the entry of a span that is over. */
  note(endpoint: Endpoint, call: Call<Actor>, asked: Asked, result: object): Promise<void>
  /** Writes the open spans. */
  close(): Promise<void>
}

/**
 * Records members who read many customers' data page by page, or filter a list by a person: one entry for each
 * session and span (product §5).
 */
export function createListsRead({ db, clock, log, auditKey }: Platform): ListsRead {
  const spans = new Map<string, Span>()

  const write = ({ who, since, rows, pages, lists, narrowedBy }: Span) =>
    inTransaction(db, (tx) =>
      recordAudit(auditContext({ ...who, auditKey, tx, now: clock() }), 'lists read', {
        rows,
        pages: pages.size,
        lists: [...lists],
        ...(narrowedBy.size > 0 && { filters: [...narrowedBy] }),
        since,
      }),
    )

  /** The span continues if it cannot be written, as without the primary database. */
  async function end(sessionId: string, span: Span): Promise<void> {
    spans.delete(sessionId)
    if (!isRecorded(span)) return
    await write(span).catch((error: unknown) => {
      log.error({ err: error }, 'saving an entry of lists read failed')
      if (!spans.has(sessionId)) spans.set(sessionId, span)
    })
  }

  const isOver = ({ since, rows }: Span) => rows >= maxRows || clock().getTime() - since.getTime() >= spanMs

  const endMatching = async (which: (span: Span) => boolean) => {
    // A copy: a span that could not be written is set again, and is not retried at once.
    const over = [...spans].filter(([, span]) => which(span))
    for (const [sessionId, span] of over) await end(sessionId, span)
  }
  const timer = setInterval(() => void endMatching(isOver), pollMs).unref()

  return {
    async note(endpoint, call, asked, result) {
      const { actor } = call
      if (actor.kind !== 'member') return
      const before = spans.get(actor.sessionId)
      if (before && isOver(before)) await end(actor.sessionId, before)
      const span = spans.get(actor.sessionId) ?? {
        since: call.now,
        who: { actor, ip: call.ip, userAgent: call.userAgent },
        pages: new Set(),
        rows: 0,
        lists: new Set(),
        narrowedBy: new Set(),
      }
      spans.set(actor.sessionId, span)
      const page = `${listOf(endpoint, asked)} ${JSON.stringify(asked.query)}`
      if (span.pages.has(page)) return
      const rows = countRows(result)
      const narrowedBy = personalFilters(asked.query)
      if (rows === 0 && narrowedBy.length === 0) return
      span.pages.add(page)
      span.rows += rows
      span.lists.add(listOf(endpoint, asked))
      for (const column of narrowedBy) span.narrowedBy.add(column)
    },
    async close() {
      clearInterval(timer)
      await endMatching(() => true)
    },
  }
}
