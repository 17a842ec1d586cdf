import { createHash } from 'node:crypto'
import pg from 'pg'
import { errorCode } from '../error-code.ts'

/**
 * Begins a statement whose plan has to fit its values, such as a search: PostgreSQL plans it at every execution, and a
 * prepared one once for all values.
 */
export const plannedEachTime = '/* planned each time */'

/** Statements of data, without those of transactions. */
const isPreparable = (text: string) => /^\s*(select|with|insert|update|delete)\b/i.test(text)

/** Limit of prepared statements in a process: lists of ids make texts without end. */
const maxStatements = 500

/** A text gets a name at its second use. */
function createNames() {
  const names = new Map<string, string | null>()
  let generation = 0
  let isOff = false
  return {
    nameOf(text: string): string | undefined {
      if (isOff) return undefined
      const known = names.get(text)
      if (known === undefined) {
        if (names.size < maxStatements && isPreparable(text)) names.set(text, null)
        return undefined
      }
      const name =
        known ?? createHash('sha256').update(`${generation} ${text}`).digest('base64url').slice(0, 22)
      names.set(text, name)
      return name
    },
    /** PgBouncer prepares a text once under any name; a comment makes the text different. */
    textFor: (text: string) => (generation === 0 ? text : `${text} /* ${generation} */`),
    turnOff(): void {
      isOff = true
    },
    rename(): void {
      generation += 1
      names.clear()
    },
  }
}

const { nameOf, textFor, rename, turnOff } = createNames()

/** For a pooler that keeps no prepared statements: from now on every execution is parsed and planned. */
export const prepareNothing = turnOff

/**
 * A migration changed a table under a prepared statement: `cached plan must not change result type`, in the language of
 * the server.
 */
export const isPlanOutdated = (error: unknown): boolean =>
  errorCode(error) === '0A000' &&
  error instanceof pg.DatabaseError &&
  error.routine === 'RevalidateCachedQuery'

function renameIfOutdated(answer: unknown): void {
  if (!(answer instanceof Promise)) return
  answer.catch((error: unknown) => {
    if (isPlanOutdated(error)) rename()
  })
}

/**
 * Names every statement with parameters by its text, because `pg` prepares only named ones. Each connection parses and
 * plans it once, also through PgBouncer from 1.21 on.
 */
export class PreparingClient extends pg.Client {
  #isHeldBack = false

  /** Statements of one turn of the event loop go out in one write: a system call costs as much as a small statement. */
  #holdBack(): void {
    if (this.#isHeldBack) return
    const { stream } = this.connection
    this.#isHeldBack = true
    stream.cork()
    process.nextTick(() => {
      this.#isHeldBack = false
      stream.uncork()
    })
  }

  destroy(): void {
    this.connection.stream.destroy()
  }

  // All overloads of `pg` pass through here; only (text, values) is changed.
  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    this.#holdBack()
    const query = super.query as (...given: unknown[]) => never
    if (name === undefined) return query.apply(this, given)
    const answer = query.call(this, { name, text: textFor(String(text)), values }, ...rest)
    renameIfOutdated(answer)
    return answer
  }
}
