import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Begins a statement whose plan has to fit its values, such as the words of a search: it is planned each time, while a
 * prepared one is planned once for all values.
 */
export const plannedEachTime = '/* planned each time */'

/** What PostgreSQL prepares; not what begins or ends a transaction. */
const isPreparable = (text: string) => /^\s*(select|with|insert|update|delete)\b/i.test(text)

/** Statements that a process prepares: those of lists of ids differ by their length, without end. */
const maxStatements = 500

/** The names of texts; a text has one from its second use on. */
function createNames() {
  const names = new Map<string, string | null>()
  let generation = 0
  return {
    nameOf(text: string): string | undefined {
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
    /** PgBouncer prepares a text once, whatever its names are: an outdated one is told apart by a comment. */
    textFor: (text: string) => (generation === 0 ? text : `${text} /* ${generation} */`),
    /** From here on all texts have other names. */
    rename(): void {
      generation += 1
      names.clear()
    },
  }
}

const { nameOf, textFor, rename } = createNames()

/** A migration changed a table under a statement that was prepared before: `cached plan must not change result type`. */
export const isPlanOutdated = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)

function renameIfOutdated(answer: unknown): void {
  if (!(answer instanceof Promise)) return
  answer.catch((error: unknown) => {
    if (isPlanOutdated(error)) rename()
  })
}

/**
 * Gives every statement with parameters a name of its text, since `pg` prepares only what has one: it is parsed and planned
 * once for each connection, also through PgBouncer from 1.21 on.
 */
export class PreparingClient extends pg.Client {
  #isHeldBack = false

  /** What is sent in one turn of the event loop goes in one write: a system call costs as much as a small statement. */
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

  /** Destroys the socket; pending queries reject. */
  destroy(): void {
    this.connection.stream.destroy()
  }

  // The overloads of `pg` are many; all of them come through here, and only (text, values) is changed.
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
