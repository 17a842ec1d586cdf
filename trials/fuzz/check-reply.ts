import { markup } from './hostile-values.ts'
import { violation, type JsonSchema } from './json-schema.ts'
import type { FuzzReply } from './exchange.ts'
import type { Operation } from './operations.ts'

const refusal: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer', enum: [0, 401] },
    message: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['status', 'message'],
}

/** Callers without a session must not be told that it has ended. */
const withoutSession = new Set(['anyone', 'visitor', 'intakeKey'])

/** Internals that no message to a caller may have. */
const innards = /node_modules|\bat \w+ \(|syntax error at|violates \w+ constraint|invalid input syntax|ECONN/

/** Unescaped markup or quotation marks of a hostile text in a page. */
const unescaped = new RegExp(`${markup.slice(3, 8)}|["'](>|&gt;)(<|&lt;)${markup.slice(4, 8)}`)

export const unescapedIn = (html: string): string | null => {
  const at = html.search(unescaped)
  return at < 0 ? null : html.slice(Math.max(0, at - 150), at + 80)
}

const formula = /(^|[,\r\n])"?[=@+]\s*(HYPERLINK|fz)\(/

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function problemsOfJson(reply: FuzzReply, operation: Operation | null): string[] {
  const body = parseJson(reply.body)
  if (body === undefined) return ['is no JSON']
  const isDone = reply.status === 200
  if (!isDone) {
    const { message = '' } = (body ?? {}) as { message?: string }
    return [violation(refusal, body) ?? [], innards.test(message) ? `tells ${message}` : []].flat()
  }
  return operation?.kind === 'json' ? [violation(operation.reply, body) ?? []].flat() : []
}

/** The faults of a reply; `operation` is null for a page, a file or a webhook. */
export function problemsOf(reply: FuzzReply, method: string, operation: Operation | null): string[] {
  const { status, headers, body } = reply
  const type = String(headers['content-type'] ?? '')
  const isJson = type.startsWith('application/json')
  const problems: string[] = []
  if (status >= 500 && status !== 503) problems.push(`answers ${status}: ${body.toString().slice(0, 200)}`)
  if (status === 401 && operation && withoutSession.has(operation.allow))
    problems.push('answers 401 without sessions')
  if ('x-fz' in headers) problems.push('has a header of the request')
  if (type.startsWith('text/html')) {
    const found = unescapedIn(body.toString())
    if (found !== null) problems.push(`is a page with markup as it was sent: ${found}`)
  }
  if (type.startsWith('text/csv') && formula.test(body.toString())) problems.push('is a table with a formula')
  if (method === 'HEAD') return problems
  if (isJson) problems.push(...problemsOfJson(reply, operation))
  else if (operation && status >= 400) problems.push(`refuses as ${type}`)
  else if (operation?.kind === 'json' && status === 200) problems.push(`answers as ${type}`)
  return problems
}
