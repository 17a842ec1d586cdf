import { parseArgs } from 'node:util'

type Widened<T> = {
  [Name in keyof T]: T[Name] extends number ? number : T[Name] extends boolean ? boolean : string
}

/** A trial's options by name, each of its default's type, and the first other argument. */
export function readOptions<T extends Record<string, string | number | boolean>>(defaults: T) {
  const entries = Object.entries(defaults)
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  })
  const read = entries.map(([name, value]) => [
    name,
    typeof value === 'number' ? Number(values[name] ?? value) : (values[name] ?? value),
  ])
  return { ...(Object.fromEntries(read) as Widened<T>), first: positionals[0] }
}
