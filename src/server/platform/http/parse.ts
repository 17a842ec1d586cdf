import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { refuse } from '../refusal.ts'

z.config(z.locales.en())

/** No form of ours is nested half as deep; what reads a value by walking into it needs an end. */
const maxDepth = 50

/**
 * NUL and half surrogates cannot be stored; they become the replacement character, as does what lies too deep. The rest
 * stays as it came.
 */
export function toStorable(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return '\uFFFD'
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map((inner) => toStorable(inner, depth + 1))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, toStorable(inner, depth + 1)]),
    )
  return value
}

interface Issue {
  code?: string
  message: string
  path: readonly PropertyKey[]
  keys?: readonly string[]
}

const issueMessage = (issue: Issue) =>
  issue.code === 'unrecognized_keys' ? `Unknown field ${issue.keys?.join(', ')}.` : issue.message

/** In the words of whoever asks. */
type TranslateMessage = (message: string) => string
const untranslated: TranslateMessage = (message) => message

/** The first message of each field, for the form; the very first is the answer's message. */
export function refuseIssues(issues: readonly Issue[], translate = untranslated): never {
  const errors: Record<string, string> = Object.create(null)
  for (const issue of issues) errors[issue.path.join('.')] ??= translate(issueMessage(issue))
  const [first] = issues
  return refuse('invalid', first ? translate(issueMessage(first)) : 'Invalid input.', { errors })
}

function parsePart(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  translate: TranslateMessage,
): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, toStorable(value))
  return result.success ? result.data : refuseIssues(result.error.issues, translate)
}

/** Reads a request's parts by the endpoint's schemas; refuses with the message of the contract, as `say` says it. */
export const parseInput = (
  endpoint: Endpoint,
  parts: { params: unknown; query: unknown; body: unknown },
  translate = untranslated,
) => ({
  params: parsePart(endpoint.params, parts.params, translate),
  query: parsePart(endpoint.query, parts.query, translate),
  body: parsePart(endpoint.body, parts.body ?? {}, translate),
})
