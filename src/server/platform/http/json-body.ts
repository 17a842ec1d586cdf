import type { FastifyInstance } from 'fastify'
import { RefusalError } from '../refusal.ts'

/** Depth of nested objects and lists; the product's forms need less than half. */
const maxDepth = 50
/** Members and entries in total: a thousand refunds have five thousand. */
const maxValues = 20_000

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** The index after the string at `start`; the text's length for an unterminated string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at + 1
  }
  return text.length
}

/**
 * Whether a JSON text has more or deeper values than any call needs. It scans the text, because parsing hundreds of
 * thousands of keys would block the process for a second. Invalid JSON is left to the parser.
 */
export function exceedsJsonLimits(text: string): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at) - 1
    else if (code === comma || code === colon) values += 1
    else if (opening.has(code)) depth += 1
    else if (closing.has(code)) depth -= 1
    if (depth > maxDepth || values > maxValues) return true
  }
  return false
}

export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (exceedsJsonLimits(text)) done(new RefusalError('invalid', 'The request has too many values.'))
    else void parse(request, text, done)
  })
}
