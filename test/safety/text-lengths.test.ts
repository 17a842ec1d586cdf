import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

type Schema = z.core.$ZodType

/** Formats that no long text has. */
const shortFormats = new Set(['uuid', 'datetime', 'date'])

const contractModules = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'allow' in value

const endpoints = Object.values(contractModules).flatMap((module) => Object.values(module).filter(isEndpoint))

const hasLength = ({ _zod: { def } }: z.core.$ZodString): boolean =>
  def.checks?.some((check) => check._zod.def.check === 'max_length') === true ||
  ('format' in def && shortFormats.has(String(def['format'])))

/** The paths of all strings of a schema's input that may be of any length. */
function unboundedStrings(schema: Schema, path: string, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = (next: Schema, name = '') => unboundedStrings(next, `${path}${name}`, seen)
  switch (def.type) {
    case 'string':
      return hasLength(schema as z.core.$ZodString) ? [] : [path]
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([key, value]) => inner(value, `.${key}`)),
        ...(def.catchall ? inner(def.catchall, '.*') : []),
      ]
    case 'record':
      return [...inner(def.keyType, '.key'), ...inner(def.valueType, '.*')]
    case 'array':
      return inner(def.element, '[]')
    case 'union':
      return def.options.flatMap((option) => inner(option))
    case 'pipe':
      return inner(def.in)
    case 'optional':
    case 'nullable':
    case 'default':
      return inner(def.innerType)
    default:
      return []
  }
}

test('every string that a call takes has a length', () => {
  expect(endpoints.length).toBeGreaterThan(60)
  const unbounded = endpoints.flatMap(({ method, path, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? unboundedStrings(schema, `${method} ${path} ${part}`) : [],
    ),
  )
  expect(unbounded).toEqual([])
})

test('a string without a length is found wherever it stands', () => {
  const bounded = z.string().check(z.maxLength(10))
  const schema = z.object({
    list: z.array(z.union([z.number(), z.optional(z.string())])),
    record: z.record(bounded, z.strictObject({ text: z.nullable(z.string()), id: z.uuid() })),
    typed: z.pipe(z.string(), z.transform(Number)),
    fine: bounded,
  })
  expect(unboundedStrings(schema, 'body')).toEqual(['body.list[]', 'body.record.*.text', 'body.typed'])
})
