import * as z from 'zod/mini'
import type { Body, Endpoint, SchemaOutput, Params, Query } from '#contract/endpoint.ts'
import { refuse } from '../refusal.ts'
import { toStorable } from '../storable.ts'

z.config(z.locales.en())

interface Issue {
  code?: string
  message: string
  path: readonly PropertyKey[]
  keys?: readonly string[]
}

const issueMessage = (issue: Issue) =>
  issue.code === 'unrecognized_keys' ? `Unknown field ${issue.keys?.join(', ')}.` : issue.message

type TranslateMessage = (message: string) => string
const untranslated: TranslateMessage = (message) => message

/** The first message of each field, for the form; the first of all is the response's message. */
export function refuseIssues(issues: readonly Issue[], translate = untranslated): never {
  const errors: Record<string, string> = Object.create(null)
  for (const issue of issues) errors[issue.path.join('.')] ??= translate(issueMessage(issue))
  const [first] = issues
  return refuse('invalid', first ? translate(issueMessage(first)) : 'Invalid input.', { errors })
}

/** Lengths are checked first: the search for card numbers takes time for every character. */
function parsePart<S extends z.core.$ZodType | undefined>(
  schema: S,
  value: unknown,
  translate: TranslateMessage,
): SchemaOutput<S>
function parsePart(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  translate: TranslateMessage,
): unknown {
  if (!schema) return undefined
  const checked = z.safeParse(schema, value)
  if (!checked.success) return refuseIssues(checked.error.issues, translate)
  const result = z.safeParse(schema, toStorable(knownFields(schema, value)))
  return result.success ? result.data : refuseIssues(result.error.issues, translate)
}

/** Drops fields outside the schema, whose length is unchecked. */
function knownFields(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = schema._zod as z.core.$ZodObjectInternals
  if (def.type !== 'object' || def.catchall) return value
  return Object.fromEntries(Object.entries(Object(value)).filter(([key]) => Object.hasOwn(def.shape, key)))
}

export const parseInput = <E extends Endpoint>(
  endpoint: E,
  parts: { params: unknown; query: unknown; body: unknown },
  translate = untranslated,
): { params: Params<E>; query: Query<E>; body: Body<E> } => ({
  params: parsePart<E['params']>(endpoint.params, parts.params, translate),
  query: parsePart<E['query']>(endpoint.query, parts.query, translate),
  body: parsePart<E['body']>(endpoint.body, parts.body ?? {}, translate),
})
