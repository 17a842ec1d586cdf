import type { Chance } from '#server/demo/random.ts'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  nullable?: boolean
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

type Check = (schema: JsonSchema, value: never, path: string) => string | null

const first = <T>(items: Iterable<T>, find: (item: T) => string | null): string | null => {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

const numberViolation = ({ minimum, maximum }: JsonSchema, value: number, path: string) =>
  (minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)
    ? `${path}: ${value} is out of range`
    : null

const checks: Record<NonNullable<JsonSchema['type']>, { is: (value: unknown) => boolean; check: Check }> = {
  string: {
    is: (value) => typeof value === 'string',
    check: ({ pattern }, value: string, path) =>
      pattern !== undefined && !new RegExp(pattern, 'u').test(value) ? `${path}: is not as ${pattern}` : null,
  },
  number: { is: (value) => typeof value === 'number', check: numberViolation },
  integer: { is: (value) => Number.isInteger(value), check: numberViolation },
  boolean: { is: (value) => typeof value === 'boolean', check: () => null },
  array: {
    is: (value) => Array.isArray(value),
    check: ({ items }, value: unknown[], path) =>
      items ? first(value.entries(), ([index, it]) => violation(items, it, `${path}[${index}]`)) : null,
  },
  object: {
    is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    check: ({ properties = {}, required = [], additionalProperties = true }, value: object, path) => {
      const missing = required.find((name) => !Object.hasOwn(value, name))
      if (missing !== undefined) return `${path}.${missing}: is missing`
      return first(Object.entries(value), ([name, it]) => {
        const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
        if (own === false) return `${path}.${name}: is not described`
        return typeof own === 'object' ? violation(own, it, `${path}.${name}`) : null
      })
    },
  },
}

/** Where and how a value violates its schema; null where it is valid. */
export function violation(schema: JsonSchema, value: unknown, path = ''): string | null {
  if (value === null && schema.nullable) return null
  const options = schema.anyOf ?? schema.oneOf
  if (options && options.every((option) => violation(option, value, path) !== null))
    return `${path}: ${JSON.stringify(value)} is none of its options`
  const ofAll = first(schema.allOf ?? [], (part) => violation(part, value, path))
  if (ofAll !== null) return ofAll
  if (schema.enum && !schema.enum.includes(value))
    return `${path}: ${JSON.stringify(value)} is not in the list`
  if (!schema.type) return null
  const { is, check } = checks[schema.type]
  return is(value) ? check(schema, value as never, path) : `${path}: is no ${schema.type}`
}

const words = [
  'Budi Santoso',
  'Jalan Thamrin 1',
  '812345678',
  'GA404',
  'USD',
  'IDN',
  'DPS',
  'Y',
  '2026-12-01',
  '25.5',
]
const samplesOfPattern = [
  'buyer@example.com',
  '4f0b1f0e-6f7a-4b8e-9d53-2d4f2b1e8f11',
  'USD',
  'arrival.pabean.example',
  '/help',
]

/** A value known to the server by field name; `fits` converts it to the field's type, or answers undefined. */
export type KnownValues = (field: string, fits: (value: unknown) => unknown) => unknown

const samplers: Record<
  NonNullable<JsonSchema['type']>,
  (schema: JsonSchema, chance: Chance, known: KnownValues, field: string) => unknown
> = {
  string: ({ pattern, minLength = 0, maxLength = 200, format }, chance) => {
    const fitting = pattern ? samplesOfPattern.filter((it) => new RegExp(pattern, 'u').test(it)) : words
    if (format === 'uuid') return samplesOfPattern[1]
    return chance
      .pick(fitting.length > 0 ? fitting : words)
      .padEnd(minLength, 'x')
      .slice(0, maxLength)
  },
  number: ({ minimum = 0, maximum = 100 }, chance) =>
    chance.integer(minimum, Math.min(maximum, minimum + 100)),
  integer: ({ minimum = 1, maximum = 100 }, chance) =>
    chance.integer(minimum, Math.min(maximum, minimum + 20)),
  boolean: (_, chance) => chance.percent(50),
  array: ({ items = {}, minItems = 0, maxItems = 3 }, chance, known, field) =>
    Array.from({ length: chance.integer(minItems, Math.min(maxItems, minItems + 3)) }, () =>
      sample(items, field, chance, known),
    ),
  object: ({ properties = {}, required = [], additionalProperties }, chance, known) => {
    const named = Object.entries(properties)
      .filter(([name]) => required.includes(name) || chance.percent(40))
      .map(([name, schema]) => [name, sample(schema, name, chance, known)])
    const free =
      typeof additionalProperties === 'object'
        ? [['email', sample(additionalProperties, 'email', chance, known)]]
        : []
    return Object.fromEntries([...named, ...free])
  },
}

/** A value that the schema allows, preferably a known one. */
export function sample(schema: JsonSchema, field: string, chance: Chance, known: KnownValues): unknown {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return sample(chance.pick(options), field, chance, known)
  if (schema.enum) return chance.pick(schema.enum)
  const value = known(field, (it) => {
    const typed = schema.type === 'string' && typeof it === 'number' ? String(it) : it
    return violation(schema, typed) === null ? typed : undefined
  })
  if (value !== undefined) return value
  return schema.type ? samplers[schema.type](schema, chance, known, field) : chance.pick(words)
}
