/** The keys of a table in its order. Only for tables that are written out: those have no keys beside their type's. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

/** A record with a value for each of these keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>

/** Whether a value is one of a list, of which TypeScript learns the type. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.some((it) => it === value)
