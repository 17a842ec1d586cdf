import type * as z from 'zod/mini'

export type Schema = z.core.$ZodType

/** The schemas that a schema is made of, each with how a path goes on to it: `.field`, `.*`, `{key}`, `[]` or not at all. */
export function schemaParts(schema: Schema): [step: string, part: Schema][] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return [
        ...Object.entries(def.shape).map(([key, value]): [string, Schema] => [`.${key}`, value]),
        ...(def.catchall ? [['.*', def.catchall] satisfies [string, Schema]] : []),
      ]
    case 'record':
      return [
        ['{key}', def.keyType],
        ['.*', def.valueType],
      ]
    case 'array':
      return [['[]', def.element]]
    case 'union':
      return def.options.map((option): [string, Schema] => ['', option])
    case 'pipe':
      return [['', def.in]]
    case 'optional':
    case 'nullable':
    case 'default':
      return [['', def.innerType]]
    default:
      return []
  }
}
