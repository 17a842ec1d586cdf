import type { JsonSchema, KnownValues } from '../fuzz/json-schema.ts'

/** The length where a schema names none. */
const usualLength = 20_000
/** Shorter texts are ids, dates and fixed words. */
const shortest = 100
const mostItems = 200
const mostKeys = 60

interface Filling {
  text: (length: number) => string
  known: KnownValues
  items: number
}

/** Fills a schema with the longest texts that it accepts; values with other constraints are known ones. */
function fill(schema: JsonSchema, field: string, filling: Filling): unknown {
  const { text, known, items } = filling
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fill(options.find(({ type }) => type === 'string') ?? options[0] ?? {}, field, filling)
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'string': {
      const length = schema.maxLength ?? usualLength
      const isFree = length >= shortest && schema.format === undefined && schema.pattern === undefined
      return isFree ? text(length) : (known(field, String) ?? text(length))
    }
    case 'array': {
      const count = Math.min(schema.maxItems ?? mostItems, items)
      return Array.from({ length: Math.max(count, schema.minItems ?? 0) }, () =>
        fill(schema.items ?? {}, field, { ...filling, items: Math.ceil(items / mostItems) }),
      )
    }
    case 'object': {
      const entries = Object.entries(schema.properties ?? {})
      const { additionalProperties: others } = schema
      const own = entries.map(([name, inner]): [string, unknown] => [name, fill(inner, name, filling)])
      const more =
        typeof others === 'object' || others === true
          ? Array.from({ length: Math.min(items, mostKeys) }, (_, at): [string, unknown] => [
              `arrival_more_${at}`,
              text(2000),
            ])
          : []
      return Object.fromEntries([...more, ...own])
    }
    case 'boolean':
      return true
    default:
      return known(field, (value) => (typeof value === 'number' ? value : undefined)) ?? 1
  }
}

export function fillBody(
  schema: JsonSchema,
  { text, known }: Pick<Filling, 'text' | 'known'>,
  maxBytes: number,
): Buffer {
  let shorter = 1
  for (const items of [mostItems, 50, 10, 2, 1, 1, 1, 1]) {
    const cut = shorter
    const body = Buffer.from(
      JSON.stringify(fill(schema, '', { text: (length) => text(Math.ceil(length / cut)), known, items })),
    )
    if (body.length <= maxBytes) return body
    if (items === 1) shorter *= 2
  }
  return Buffer.from('{}')
}
