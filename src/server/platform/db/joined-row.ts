import { sql, type CompiledQuery, type Expression, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import { createPlaces, statement, type PlaceOf } from './statement.ts'

/** A row that waits for a statement which answers it beside its own. */
interface WaitingRow {
  /** As JSON, with places for its values. */
  expression: RawBuilder<unknown>
  fill(parameters: CompiledQuery['parameters']): CompiledQuery['parameters']
  /** Undefined where the statement failed, or had no row to put it in. */
  settle(answered: Promise<unknown>): void
}

const waitingRows = new WeakMap<Db, WaitingRow>()

function takeWaitingRow(db: Db): WaitingRow | undefined {
  const waiting = waitingRows.get(db)
  waitingRows.delete(db)
  return waiting
}

interface JoinableRow<Values> {
  select(db: Db, values: Values): Promise<unknown>
  /**
   * By the next statement on this connection that answers a row more beside its own (`joiningStatement`), since of two
   * PostgreSQL makes twice the work; by itself where none comes in this turn of the event loop.
   */
  selectWithNext(db: Db, values: Values): Promise<unknown>
}

/** One row at most, as JSON, null where there is none; its instants are texts. */
export function joinableRow<Values>(
  build: (valueOf: PlaceOf<Values>, db: Db) => Expression<object>,
): JoinableRow<Values> {
  const asJson = (valueOf: PlaceOf<Values>, db: Db) =>
    sql`(select to_json(found) from ${build(valueOf, db)} as found)`
  const selectAlone = statement(
    (valueOf: PlaceOf<Values>, db) => sql<{ joined: unknown }>`select ${asJson(valueOf, db)} as joined`,
  )
  const select = async (db: Db, values: Values) => (await selectAlone(db, values))[0]?.joined

  const { valueOf, fill } = createPlaces<Values>()
  let expression: RawBuilder<unknown> | undefined
  const selectWithNext = (db: Db, values: Values) =>
    new Promise<unknown>((resolve, reject) => {
      const selectByItself = () => select(db, values).then(resolve, reject)
      expression ??= asJson(valueOf, db)
      const waiting: WaitingRow = {
        expression,
        fill: (parameters) => fill(parameters, values),
        settle: (answered) =>
          void answered.then(
            (row) => (row === undefined ? selectByItself() : resolve(row)),
            () => selectByItself(),
          ),
      }
      waitingRows.set(db, waiting)
      process.nextTick(() => {
        if (waitingRows.get(db) === waiting && waitingRows.delete(db)) void selectByItself()
      })
    })
  return { select, selectWithNext }
}

/** In place of a row, where none waits. */
const nothing = sql`null`

/** A statement as `statement` makes it, which answers a row that waits as its column `joined`. */
export function joiningStatement<Values, Row extends { joined: unknown }>(
  build: (
    valueOf: PlaceOf<Values>,
    joined: RawBuilder<unknown>,
    db: Db,
  ) => { compile(db: Db): CompiledQuery<Row> },
): (db: Db, values: Values) => Promise<Row[]> {
  const { valueOf, fill } = createPlaces<Values>()
  const texts = new Map<RawBuilder<unknown>, CompiledQuery<Row>>()
  return async (db, values) => {
    const waiting = takeWaitingRow(db)
    const joined = waiting?.expression ?? nothing
    const compiled = texts.get(joined) ?? build(valueOf, joined, db).compile(db)
    texts.set(joined, compiled)
    const filled = fill(compiled.parameters, values)
    const sent = db.executeQuery<Row>({ ...compiled, parameters: waiting?.fill(filled) ?? filled })
    waiting?.settle(sent.then(({ rows: [row] }) => row?.joined))
    return (await sent).rows
  }
}
