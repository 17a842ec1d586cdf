import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { refuse } from '../refusal.ts'

z.config(z.locales.en())

/** No form of ours is nested half as deep; what reads a value by walking into it needs an end. */
const deepest = 50

/**
 * NUL and half surrogates cannot be stored; they become the replacement character, as does what lies too deep. The rest
 * stays as it came.
 */
export function storable(value: unknown, depth = 0): unknown {
  if (depth > deepest) return '\uFFFD'
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map((inner) => storable(inner, depth + 1))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner, depth + 1)]))
  return value
}

interface Issue {
  code?: string
  message: string
  path: readonly PropertyKey[]
  keys?: readonly string[]
}

const sentence = (issue: Issue) =>
  issue.code === 'unrecognized_keys' ? `Unknown field ${issue.keys?.join(', ')}.` : issue.message

/** In the words of whoever asks. */
type Say = (message: string) => string
const asItIs: Say = (message) => message

/** The first message of each field, for the form; the very first is the answer's message. */
export function refuseIssues(issues: readonly Issue[], say = asItIs): never {
  const errors: Record<string, string> = Object.create(null)
  for (const issue of issues) errors[issue.path.join('.')] ??= say(sentence(issue))
  const [first] = issues
  return refuse('invalid', first ? say(sentence(first)) : 'Invalid input.', { errors })
}

function read(schema: z.core.$ZodType | undefined, value: unknown, say: Say): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, storable(value))
  return result.success ? result.data : refuseIssues(result.error.issues, say)
}

/** Reads a request's parts by the endpoint's schemas; refuses with the message of the contract, as `say` says it. */
export const parseInput = (
  endpoint: Endpoint,
  parts: { params: unknown; query: unknown; body: unknown },
  say = asItIs,
) => ({
  params: read(endpoint.params, parts.params, say),
  query: read(endpoint.query, parts.query, say),
  body: read(endpoint.body, parts.body ?? {}, say),
})
