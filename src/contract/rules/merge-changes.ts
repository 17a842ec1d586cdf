import { matchRows } from './match-rows.ts'
import { matchFamily, plainText, textOfField } from './travellers.ts'

export type Data = Readonly<Record<string, unknown>>

/**
 * A value that another changed. Rows have the path of their list and their index in it (`familyMember.0`); a row that was
 * added has `was` null, one that was removed `now` null and the index that it had.
 */
export interface MeanwhileChange {
  field: string
  was: unknown
  now: unknown
}

/** Both changed it. The index of a row is that of the caller's list, or where `mine` is null that of the other's list. */
interface Conflict {
  field: string
  was: unknown
  theirs: unknown
  mine: unknown
}

export interface Merged {
  /** A field in conflict has the caller's value, or the other's if that was chosen. */
  data: Record<string, unknown>
  conflicts: Conflict[]
  meanwhile: MeanwhileChange[]
}

/** Rows that both added are not known again by their place (`byPlace` false). */
type MatchRows = (before: readonly Data[], after: readonly Data[], byPlace?: boolean) => Map<number, number>

interface Line {
  group: string
  description: string
  row: Data
}

const asLine = (row: Data): Line => ({
  group: textOfField(row, 'group'),
  description: plainText(textOfField(row, 'description_of_Goods')),
  row,
})

const describesSame = (one: Line, other: Line) =>
  one.group === other.group && one.description !== '' && one.description === other.description

const matchLines: MatchRows = (before, after, byPlace = before.length === after.length) =>
  matchRows(before.map(asLine), after.map(asLine), [
    (one, other) => isSame(one.row, other.row),
    describesSame,
    ...(byPlace
      ? [(one: Line, other: Line, at: number, to: number) => at === to && one.group === other.group]
      : []),
  ])

const linesOf = (declaration: Data): Line[] => rowsOf(declaration['details']).map(asLine)
const sharesLine = (one: Data, other: Data) => {
  const others = linesOf(other)
  return linesOf(one).some((line) => others.some((it) => describesSame(line, it)))
}

/** How the rows of each list are known again (product §5). */
const matchers: Readonly<Record<string, MatchRows>> = {
  familyMember: matchFamily,
  importingGoods: (before, after, byPlace = true) =>
    matchRows(before, after, [isSame, sharesLine, (_one, _other, at, to) => byPlace && at === to]),
  details: matchLines,
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null
const rowsOf = (value: unknown): Data[] => (Array.isArray(value) ? value.filter(isData) : [])
const keysIn = (...data: readonly Data[]) => [...new Set(data.flatMap((one) => Object.keys(one)))]
const valueIn = (data: Data, key: string): unknown => data[key] ?? ''

/** An absent value is an empty text. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isData(one) || !isData(other)) return false
  return keysIn(one, other).every((key) => isSame(valueIn(one, key), valueIn(other, key)))
}

interface Versions<T> {
  was: T
  theirs: T
  mine: T
}
/** The path in the caller's data and in the other's. */
interface Paths {
  mine: string
  theirs: string
}

const below = ({ mine, theirs }: Paths, key: string | number, theirKey = key): Paths => ({
  mine: mine === '' ? String(key) : `${mine}.${key}`,
  theirs: theirs === '' ? String(theirKey) : `${theirs}.${theirKey}`,
})

class Merge {
  readonly conflicts: Conflict[] = []
  readonly meanwhile: MeanwhileChange[] = []

  constructor(private readonly takesTheirs: ReadonlySet<string>) {}

  record({ was, theirs, mine }: Versions<Data>, paths: Paths): Record<string, unknown> {
    return Object.fromEntries(
      keysIn(theirs, mine).map((key) => {
        const versions = { was: valueIn(was, key), theirs: valueIn(theirs, key), mine: valueIn(mine, key) }
        return [key, this.value(key, versions, below(paths, key))]
      }),
    )
  }

  private value(key: string, versions: Versions<unknown>, paths: Paths): unknown {
    const { was, theirs, mine } = versions
    const match = matchers[key]
    if (match)
      return this.rows(match, { was: rowsOf(was), theirs: rowsOf(theirs), mine: rowsOf(mine) }, paths)
    const isTheirs = !isSame(was, theirs)
    if (isTheirs && !isSame(was, mine) && !isSame(theirs, mine))
      return this.choose({ field: paths.mine, was, theirs, mine })
    if (isTheirs) this.meanwhile.push({ field: paths.theirs, was, now: theirs })
    return isTheirs ? theirs : mine
  }

  private choose(conflict: Conflict): unknown {
    this.conflicts.push(conflict)
    return this.takesTheirs.has(conflict.field) ? conflict.theirs : conflict.mine
  }

  private rows(match: MatchRows, { was, theirs, mine }: Versions<readonly Data[]>, paths: Paths): unknown {
    const toTheirs = match(was, theirs)
    const toMine = match(was, mine)
    const addedBy = (rows: readonly Data[], known: ReadonlyMap<number, number>) => {
      const found = new Set(known.values())
      return [...rows.keys()].filter((index) => !found.has(index))
    }
    const added = { theirs: addedBy(theirs, toTheirs), mine: addedBy(mine, toMine) }
    const rowsAt = (rows: readonly Data[], indexes: readonly number[]) =>
      rows.filter((_, index) => indexes.includes(index))
    const addedByBoth = match(rowsAt(mine, added.mine), rowsAt(theirs, added.theirs), false)
    const pairs = [
      ...[...was.keys()].map((at) => ({ at, there: toTheirs.get(at), here: toMine.get(at) })),
      ...added.mine.map((here, index) => {
        const both = addedByBoth.get(index)
        return { at: undefined, there: both === undefined ? undefined : added.theirs[both], here }
      }),
      ...added.theirs
        .filter((_, index) => ![...addedByBoth.values()].includes(index))
        .map((there) => ({ at: undefined, there, here: undefined })),
    ]
    const rows = pairs.map(({ at, there, here }) => ({
      at,
      there,
      here,
      value: this.row(
        {
          was: at === undefined ? undefined : was[at],
          theirs: there === undefined ? undefined : theirs[there],
          mine: here === undefined ? undefined : mine[here],
        },
        below(paths, here ?? there ?? at ?? 0, there ?? at ?? here ?? 0),
      ),
    }))
    return this.inOrder(rows, { was, theirs, mine }, paths).map(({ value }) => value)
  }

  /** Undefined where there is no such row. */
  private row({ was, theirs, mine }: Versions<Data | undefined>, paths: Paths): unknown {
    if (theirs && mine) return this.record({ was: was ?? {}, theirs, mine }, paths)
    if (!was) {
      if (theirs) this.meanwhile.push({ field: paths.theirs, was: null, now: theirs })
      return theirs ?? mine
    }
    const isRemovedByThem = theirs === undefined
    const kept = theirs ?? mine
    if (kept === undefined || isSame(was, kept)) {
      if (isRemovedByThem) this.meanwhile.push({ field: paths.theirs, was, now: null })
      return undefined
    }
    return this.choose({ field: paths.mine, was, theirs: theirs ?? null, mine: mine ?? null }) ?? undefined
  }

  /** Rows in the order of the one who changed it; the other's own rows follow the row that they followed there. */
  private inOrder(
    rows: readonly OrderedRow[],
    { was, theirs, mine }: Versions<readonly Data[]>,
    paths: Paths,
  ): OrderedRow[] {
    const left = rows.filter(({ value }) => value !== undefined)
    const sorted = (place: (row: OrderedRow) => number | undefined) =>
      left
        .filter((row) => place(row) !== undefined)
        .toSorted((one, other) => (place(one) ?? 0) - (place(other) ?? 0))
    const byThem = sorted(({ there }) => there)
    const byMe = sorted(({ here }) => here)
    const common = (list: readonly OrderedRow[]) =>
      list.filter(({ at, there, here }) => at !== undefined && there !== undefined && here !== undefined)
    const before = common(sorted(({ at }) => at))
    const isOrder = (one: readonly OrderedRow[], other: readonly OrderedRow[]) =>
      one.every((row, index) => row === other[index])
    const [there, here] = [common(byThem), common(byMe)]
    const hasMoved = !isOrder(there, before) && !isOrder(here, before) && !isOrder(there, here)
    const leads = hasMoved
      ? this.choose({ field: paths.mine, was, theirs, mine }) === mine
      : !isOrder(here, before)
    const result = leads ? [...byMe] : [...byThem]
    const other = leads ? byThem : byMe
    for (const [index, row] of other.entries())
      if (!result.includes(row)) {
        const previous = other[index - 1]
        result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, row)
      }
    // A row that one removed and the other keeps by choice stands in neither list of those left.
    return [...result, ...left.filter((row) => !result.includes(row))]
  }
}

interface OrderedRow {
  at: number | undefined
  there: number | undefined
  here: number | undefined
  value: unknown
}

/**
 * Merges two changes of the same data, field by field and row by row (product §5). `takesTheirs` names the fields in
 * conflict of which the other's value is taken.
 */
export function mergeChanges(
  was: Data,
  theirs: Data,
  mine: Data,
  takesTheirs: ReadonlySet<string> = new Set(),
): Merged {
  const merge = new Merge(takesTheirs)
  const data = merge.record({ was, theirs, mine }, { mine: '', theirs: '' })
  return { data, conflicts: merge.conflicts, meanwhile: merge.meanwhile }
}

/** A change of an order's data, as its event keeps it. */
export interface DataChange {
  by: string
  /** ISO 8601, UTC. */
  at: string
  changes: Readonly<Record<string, { from: unknown; to: unknown }>>
}

const isReplaced = (value: unknown): value is { from: unknown; to: unknown } =>
  isData(value) && 'from' in value && 'to' in value

/** The values before and after, by key, among an event's details. */
export const replacedValues = (details: Data): DataChange['changes'] =>
  Object.fromEntries(
    Object.entries(details).flatMap(([key, value]) => (isReplaced(value) ? [[key, value]] : [])),
  )

/** The data before these changes, newest first, were made. */
export const dataBefore = (now: Data, changes: readonly DataChange[]): Record<string, unknown> =>
  changes.reduce<Record<string, unknown>>(
    (data, { changes: one }) => ({
      ...data,
      ...Object.fromEntries(Object.entries(one).map(([key, { from }]) => [key, from])),
    }),
    { ...now },
  )

const lastKey = (field: string) => field.slice(field.lastIndexOf('.') + 1)
const isIndex = (key: string) => /^\d+$/.test(key)

/** Who gave a field its value, from these changes, newest first; undefined if none of them did. */
export function changedBy(
  { field, now }: Pick<MeanwhileChange, 'field' | 'now'>,
  changes: readonly DataChange[],
): DataChange | undefined {
  const [top = ''] = field.split('.')
  const ofField = changes.filter(({ changes: one }) => Object.hasOwn(one, top))
  const key = lastKey(field)
  const gaveValue = ({ changes: one }: DataChange) => {
    const { from, to } = one[top] ?? {}
    return mergeChanges({ [top]: from }, { [top]: to }, { [top]: from }).meanwhile.some(
      (change) =>
        isSame(change.now, now) &&
        (lastKey(change.field) === key || (isIndex(key) && isIndex(lastKey(change.field)))),
    )
  }
  return ofField.find(gaveValue) ?? ofField[0]
}
