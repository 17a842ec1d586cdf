import { readFileSync } from 'node:fs'

/** One fault planted into a statement: a text of the source that is taken out or replaced. */
export interface SqlFault {
  file: string
  /** The function or constant that holds the text. */
  declaration: string
  /** Occurs once in the declaration; how it is broken into lines does not count. */
  find: string
  replace: string
  /** Of `test/http`, or with their folder, one of which must fail; after a colon what its test's title has. */
  seenBy: readonly string[]
  /** Why no answer and no row can differ: such a fault is not run. */
  equivalent?: string
}

type Planted = Pick<SqlFault, 'find' | 'replace' | 'equivalent'> & { seenBy?: readonly string[] }

export const without = (find: string, more: Partial<Planted> = {}): Planted => ({
  find,
  replace: '',
  ...more,
})

export const instead = (find: string, replace: string, more: Partial<Planted> = {}): Planted => ({
  find,
  replace,
  ...more,
})

/** The faults of a file by declaration, all seen by the same tests where they do not say otherwise. */
export const faultsIn = (
  file: string,
  seenBy: readonly string[],
  planted: Record<string, readonly Planted[]>,
): SqlFault[] =>
  Object.entries(planted).flatMap(([declaration, faults]) =>
    faults.map((fault) => ({ file, declaration, seenBy, ...fault })),
  )

export const nameOf = ({ file, declaration, find, replace }: SqlFault): string => {
  const [before, after] = [find, replace].map((text) => text.replaceAll(/\s+/g, ' ').trim())
  return `${file.replace(/^src\/server\//, '')} ${declaration}: ${after ? `${before} → ${after}` : `without ${before}`}`
}

/** The two parts of `SqlFault.seenBy`. */
export const fileOf = (seenBy: string): string => seenBy.split(': ')[0] ?? seenBy
export const pathOf = (seenBy: string): string => {
  const file = fileOf(seenBy)
  return `test/${file.includes('/') ? file : `http/${file}`}.test.ts`
}
export const titleOf = (seenBy: string): string | undefined => seenBy.split(': ')[1]

export interface Declaration {
  name: string
  /** Where its text begins in its file. */
  start: number
  text: string
}

const known = new Map<string, Declaration[]>()

/** What a TypeScript or SQL file declares at its outermost level. */
export function declarationsOf(source: string): Declaration[] {
  const found = known.get(source) ?? readDeclarations(source)
  known.set(source, found)
  return found
}

function readDeclarations(source: string): Declaration[] {
  const starts = [
    ...source.matchAll(/^(?=export |async |const |function |interface |type |create |\/\*\*|-- )/gm),
  ]
  return starts.flatMap(({ index }, at) => {
    const text = source.slice(index, starts[at + 1]?.index)
    const name = /\b(?:const|function|trigger|table|index) (\w+)/.exec(text)?.[1]
    return name ? [{ name, start: index, text }] : []
  })
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Every place of the fault's text in its declaration, as offsets in the file. */
export function placesOf({ declaration, find }: SqlFault, source: string): { from: number; to: number }[] {
  const pattern = new RegExp(
    find
      .trim()
      .split(/\s+/)
      .map(escaped)
      .join(String.raw`\s*`),
    'g',
  )
  return declarationsOf(source)
    .filter(({ name }) => name === declaration)
    .flatMap(({ start, text }) =>
      [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
        from: start + index,
        to: start + index + found.length,
      })),
    )
}

/** The source with the fault in it. */
export function plant(fault: SqlFault, source: string): string {
  const [place, ...more] = placesOf(fault, source)
  if (!place || more.length > 0) throw new Error(`${nameOf(fault)}: its text must occur once`)
  return source.slice(0, place.from) + fault.replace + source.slice(place.to)
}

export const sourceOf = (file: string): string => readFileSync(file, 'utf8')
