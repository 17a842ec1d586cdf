import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { schemaParts, type Schema } from '../support/schema-parts.ts'

/** Formats of limited length. */
const shortFormats = new Set(['uuid', 'datetime', 'date'])

const contractModules = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'allow' in value

const endpoints = Object.values(contractModules).flatMap((module) => Object.values(module).filter(isEndpoint))

const isString = (schema: Schema): schema is z.core.$ZodString => schema._zod.def.type === 'string'

const hasLength = ({ _zod: { def } }: z.core.$ZodString): boolean =>
  def.checks?.some((check) => check._zod.def.check === 'max_length') === true ||
  ('format' in def && shortFormats.has(String(def['format'])))

/** Paths of a schema's strings without a greatest length. */
function unboundedStrings(schema: Schema, path: string, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  if (isString(schema)) return hasLength(schema) ? [] : [path]
  return schemaParts(schema).flatMap(([step, part]) => unboundedStrings(part, path + step, seen))
}

test('every string of a call has a greatest length', () => {
  expect(endpoints.length).toBeGreaterThan(60)
  const unbounded = endpoints.flatMap(({ method, path, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? unboundedStrings(schema, `${method} ${path} ${part}`) : [],
    ),
  )
  expect(unbounded).toEqual([])
})

test('a string without a greatest length is found at any depth', () => {
  const bounded = z.string().check(z.maxLength(10))
  const schema = z.object({
    list: z.array(z.union([z.number(), z.optional(z.string())])),
    record: z.record(bounded, z.strictObject({ text: z.nullable(z.string()), id: z.uuid() })),
    typed: z.pipe(z.string(), z.transform(Number)),
    fine: bounded,
  })
  expect(unboundedStrings(schema, 'body')).toEqual(['body.list[]', 'body.record.*.text', 'body.typed'])
})
