import { tracing } from '@opentelemetry/sdk-node'

type Span = tracing.ReadableSpan

/**
 * What may be told of a span. Everything else is left out: addresses, user agents, hosts that callers name, errors, and
 * whatever a newer version of an instrumentation adds.
 */
const keptAttributes = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.method',
  'http.status_code',
  'http.route',
  'fastify.type',
  'hook.name',
  'db.system.name',
  'db.system',
  'db.operation.name',
  'db.query.text',
  'db.statement',
])

const maxTextLength = 2000

/** Statements have their values beside them; what is written in them stands for none of a person, and goes all the same. */
export const withoutLiterals = (sql: string): string =>
  sql.replaceAll(/'(?:[^']|'')*'/g, "'?'").slice(0, maxTextLength)

function keep([name, value]: [string, unknown]): [string, string | number][] {
  if (!keptAttributes.has(name)) return []
  if (typeof value === 'number') return [[name, value]]
  if (typeof value !== 'string') return []
  return [[name, name.startsWith('db.') ? withoutLiterals(value) : value.slice(0, maxTextLength)]]
}

/** A name that is made of nothing but the method, the route's pattern, or the statement's first word. */
function nameOf({ name, attributes }: Span, kept: Record<string, string | number>): string {
  const method = kept['http.request.method'] ?? kept['http.method']
  if (method !== undefined) return [method, kept['http.route']].filter(Boolean).join(' ')
  if ('db.system.name' in attributes || 'db.system' in attributes)
    return /^[\w.-]+(:\w+)?/.exec(name)?.[0] ?? 'database'
  return kept['fastify.type'] ? String(kept['fastify.type']) : 'span'
}

/** Without the state of the trace, which whoever called may have filled. */
function cutContext({ traceId, spanId, traceFlags }: ReturnType<Span['spanContext']>) {
  return { traceId, spanId, traceFlags }
}

/** A span as it leaves the server: without anything that tells of a person. */
export function cutSpan(span: Span): Span {
  const attributes = Object.fromEntries(Object.entries(span.attributes).flatMap(keep))
  return {
    name: nameOf(span, attributes),
    kind: span.kind,
    spanContext: () => cutContext(span.spanContext()),
    ...(span.parentSpanContext && { parentSpanContext: cutContext(span.parentSpanContext) }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    // Messages and events hold what errors say, and those quote rows.
    status: { code: span.status.code },
    events: [],
    links: [],
    attributes,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Sends spans cut. */
export const cutBefore = (exporter: tracing.SpanExporter): tracing.SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(cutSpan), done),
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
})
