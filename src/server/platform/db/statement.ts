import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** The place of a value that is given when the statement is executed. */
export type PlaceOf<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

/**
 * A statement whose text is made once, for those of nearly every call: making it costs more than sending it. Answers the
 * rows for some values.
 */
export function statement<Values, Row>(
  build: (valueOf: PlaceOf<Values>, db: Db) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const names = new Map<unknown, keyof Values>()
  const placeOf: PlaceOf<Values> = (name) => {
    const place = { name }
    names.set(place, name)
    return sql`${place}`
  }
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(placeOf, db).compile(db)
    const parameters = compiled.parameters.map((parameter) => {
      const name = names.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
