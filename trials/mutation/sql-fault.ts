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

export const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

export interface Place {
  from: number
  to: number
}

/** Every place of what is to be found in a text, as offsets in it; how it is broken into lines does not count. */
export function placesIn(text: string, find: string): Place[] {
  const pattern = new RegExp(
    find
      .trim()
      .split(/\s+/)
      .map(escaped)
      .join(String.raw`\s*`),
    'g',
  )
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }))
}

/** Every place of the fault's text in its declaration, as offsets in the file. */
export const placesOf = ({ declaration, find }: SqlFault, source: string): Place[] =>
  declarationsOf(source)
    .filter(({ name }) => name === declaration)
    .flatMap(({ start, text }) =>
      placesIn(text, find).map(({ from, to }) => ({ from: start + from, to: start + to })),
    )

/** The source with another text at the one place that there must be. */
export function replaceAt(places: readonly Place[], source: string, replace: string): string {
  const [place, ...more] = places
  if (!place || more.length > 0) throw new Error(`the text of a fault occurs ${places.length} times`)
  return source.slice(0, place.from) + replace + source.slice(place.to)
}

export const sourceOf = (file: string): string => readFileSync(file, 'utf8')
