import { displayDate } from '#contract/rules/dates.ts'
import type { Agreement, Contradiction, Identifier } from '#contract/rules/document-identifiers.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { identifiers } from '#contract/rules/document-identifiers.ts'
import { readDates } from './document-dates.ts'
import { orderIdsIn } from './found-numbers.ts'
import { compareNames, prepareName, type Name } from './compare-names.ts'
import { readLabelledValues, type LabelledValues } from './labelled-values.ts'
import { isLatinName, latinJoined, latinWords } from '#contract/rules/latin-words.ts'

export interface ReadDocument {
  name: string
  text: string
  qrText: string
  /** The orders to whose addresses its mail came. */
  addressedTo: readonly number[]
}

export interface Traveller {
  /** Full name, and the name in the passport. */
  names: readonly string[]
  passport: string
}

/** An order's data that is compared with a document. Dates are `YYYY-MM-DD`; unknown values are empty. */
export interface ComparableOrder {
  orderId: number
  /** The order's own traveller first, then the family. */
  travellers: readonly Traveller[]
  birthDate: string
  travelDate: string
  prefix: 'arrival' | 'departure' | ''
  flight: string
}

interface ComparedValue {
  identifier: Identifier
  document: string
  order: string
  /** Null if it cannot be decided. */
  agrees: boolean | null
}

export interface Comparison extends Agreement {
  agrees: Identifier[]
  contradicts: Contradiction[]
  /** Order id, passport and name that agree, as they were compared: evidence that another order may have too. */
  evidence: string[]
  values: ComparedValue[]
}

interface PreparedDocument {
  labelled: LabelledValues
  names: readonly Name[]
  /** Ids of existing orders, by where they were found. */
  orderIds: { written: readonly number[]; qr: readonly number[]; addressed: readonly number[] }
  words: ReadonlySet<string>
  joined: string
  dates: ReadonlySet<string>
  qrJoined: string
  qrWords: ReadonlySet<string>
}

/** `existing`: the numbers in the document that are ids of orders. */
export function prepareDocument(
  { name, text, qrText, addressedTo }: ReadDocument,
  existing: ReadonlySet<number>,
): PreparedDocument {
  const written = `${name}\n${text}`
  const known = (ids: readonly number[]) => ids.filter((id) => existing.has(id))
  const labelled = readLabelledValues(text)
  return {
    labelled,
    names: labelled.names.map(prepareName),
    orderIds: {
      written: known(orderIdsIn(written)),
      qr: known(orderIdsIn(qrText)),
      addressed: known(addressedTo),
    },
    words: new Set(latinWords(written)),
    joined: latinJoined(written),
    dates: new Set(readDates(text).flat()),
    qrJoined: latinJoined(qrText),
    qrWords: new Set(latinWords(qrText)),
  }
}

/** Shorter words and numbers occur within others by chance. */
const minWithinText = 5

const latinNames = ({ travellers }: ComparableOrder): Name[] =>
  travellers.flatMap(({ names }) => names.filter((name) => isLatinName(name)).map(prepareName))

/** Names in other scripts cannot be compared. */
const canTellNames = ({ travellers }: ComparableOrder) =>
  travellers.every(({ names }) => names.length === 0 || names.some((name) => isLatinName(name)))

interface Finding {
  agrees?: boolean
  contradicts?: { document: string; order: string }
  value?: { document: string; order: string }
  evidence?: string[]
}

type Compare = (document: PreparedDocument, order: ComparableOrder) => Finding

const listed = (values: readonly (string | number)[]) => [...new Set(values)].join(', ')

const compareOrderId: Compare = ({ orderIds: { written, addressed } }, { orderId }) => {
  const agrees = written.includes(orderId) || addressed.includes(orderId)
  const others = [written, addressed].flatMap((ids) => (ids.includes(orderId) ? [] : ids))
  return {
    agrees,
    ...(others.length > 0 && { contradicts: { document: listed(others), order: String(orderId) } }),
    ...(agrees && { evidence: [`id ${orderId}`] }),
  }
}

const comparePassport: Compare = ({ labelled, joined }, { travellers }) => {
  const numbers = travellers
    .map(({ passport }) => latinJoined(passport))
    .filter((number) => number.length >= minWithinText)
  const printed = new Set(labelled.passports.map(latinJoined))
  const agreeing = numbers.filter((number) => printed.has(number) || joined.includes(number))
  const foreign = labelled.passports.filter((number) => !numbers.includes(latinJoined(number)))
  const order = listed(travellers.map(({ passport }) => passport).filter((it) => it !== ''))
  return {
    agrees: agreeing.length > 0,
    ...(numbers.length > 0 && foreign.length > 0 && { contradicts: { document: listed(foreign), order } }),
    value: { document: listed(labelled.passports), order },
    evidence: agreeing.map((number) => `passport ${number}`),
  }
}

/** All words of the name stand in the text; a name of one word could be a word of the form. */
const isNamed = ({ spellings }: Name, words: ReadonlySet<string>): boolean =>
  spellings.some(({ words: own }) => own.length > 1 && own.every((word) => words.has(word)))

const compareName: Compare = ({ labelled, names, words }, order) => {
  const own = latinNames(order)
  const likenesses = names.map((printed) => ({
    printed,
    by: own.map((name) => ({ name, likeness: compareNames(printed, name) })),
  }))
  const same = likenesses.flatMap(({ by }) => by.filter(({ likeness }) => likeness === 'same'))
  const foreign = canTellNames(order)
    ? likenesses.filter(({ by }) => by.every(({ likeness }) => likeness === 'other'))
    : []
  // A text without labels names only its travellers; one with labels may name others too.
  const named = own.filter((name) => isNamed(name, words))
  const agreeing = [...same.map(({ name }) => name), ...(labelled.names.length > 0 ? [] : named)]
  const value = {
    document: listed(labelled.names),
    order: listed(order.travellers.flatMap(({ names }) => names)),
  }
  return {
    agrees: agreeing.length > 0,
    ...(own.length > 0 &&
      foreign.length > 0 && {
        contradicts: { document: listed(foreign.map(({ printed }) => printed.text)), order: value.order },
      }),
    value,
    evidence: [...agreeing, ...named].map(({ key }) => `name ${key}`),
  }
}

/** Of an ambiguous date the first day is shown. */
const shownDates = (dates: readonly (readonly string[])[]) =>
  listed(dates.map(([first]) => displayDate(first)))

function compareDate(
  labelled: readonly (readonly string[])[],
  dates: ReadonlySet<string>,
  own: string,
  isComparable = true,
): Finding {
  if (own === '') return { value: { document: shownDates(labelled), order: '' } }
  const value = { document: shownDates(labelled), order: displayDate(own) }
  const differs = labelled.length > 0 && !labelled.some((days) => days.includes(own))
  return {
    agrees: labelled.length > 0 ? !differs : dates.has(own),
    ...(differs && isComparable && { contradicts: value }),
    value,
  }
}

/** An order lacks its family's birth dates, so another's passport explains another date. */
const compareBirthDate: Compare = (document, order) => {
  const [own, ...family] = order.travellers
  const isOfFamily = family.some(({ passport }) => {
    const number = latinJoined(passport)
    return number.length >= minWithinText && document.joined.includes(number)
  })
  const isOfOwn = own !== undefined && document.joined.includes(latinJoined(own.passport))
  return compareDate(document.labelled.birthDates, document.dates, order.birthDate, isOfOwn || !isOfFamily)
}

const compareTravelDate: Compare = ({ labelled, dates }, { prefix, travelDate }) =>
  compareDate(
    prefix === 'departure' ? labelled.departureDates : labelled.arrivalDates,
    dates,
    prefix === '' ? '' : travelDate,
  )

const compareQr: Compare = ({ orderIds, qrJoined, qrWords }, order) => {
  const { orderId, travellers } = order
  const passports = travellers
    .map(({ passport }) => latinJoined(passport))
    .filter((number) => number.length >= minWithinText && qrJoined.includes(number))
  const names = latinNames(order).filter((name) => isNamed(name, qrWords))
  const isOrder = orderIds.qr.includes(orderId)
  const others = isOrder ? [] : orderIds.qr
  return {
    agrees: isOrder || passports.length > 0 || names.length > 0,
    ...(others.length > 0 && {
      contradicts: { document: `of order ${listed(others)}`, order: String(orderId) },
    }),
    evidence: [
      ...(isOrder ? [`id ${orderId}`] : []),
      ...passports.map((number) => `passport ${number}`),
      ...names.map(({ key }) => `name ${key}`),
    ],
  }
}

/** `VN 641`, `VN0641` and `vn641` are one flight. */
const flightKey = (flight: string) => latinJoined(flight).replace(/^([a-z\d]{2}|[a-z]{3})0*(?=\d)/, '$1')

const compareFlight: Compare = ({ labelled }, { flight }) => {
  const value = { document: listed(labelled.flights), order: flight }
  if (flight === '' || labelled.flights.length === 0) return { value }
  const agrees = labelled.flights.some((printed) => flightKey(printed) === flightKey(flight))
  return { agrees, ...(!agrees && { contradicts: value }), value }
}

const comparisons = {
  'order id': compareOrderId,
  passport: comparePassport,
  name: compareName,
  'birth date': compareBirthDate,
  'travel date': compareTravelDate,
  QR: compareQr,
  flight: compareFlight,
} as const satisfies Record<Identifier, Compare>

/** The identifiers that agree, and those that contradict, with both values (product §12). */
export function compareDocument(document: PreparedDocument, order: ComparableOrder): Comparison {
  const found = keysOf(comparisons).map((identifier) => ({
    identifier,
    ...comparisons[identifier](document, order),
  }))
  return {
    agrees: found
      .filter(({ agrees, contradicts }) => agrees && !contradicts)
      .map(({ identifier }) => identifier)
      .filter((identifier) => identifiers[identifier].isCounted),
    contradicts: found.flatMap(({ identifier, contradicts }) =>
      contradicts ? [{ identifier, ...contradicts }] : [],
    ),
    evidence: [...new Set(found.flatMap(({ evidence = [] }) => evidence))],
    values: found.flatMap(({ identifier, value, agrees, contradicts }) =>
      value && (value.document !== '' || value.order !== '')
        ? [{ identifier, ...value, agrees: contradicts ? false : agrees ? true : null }]
        : [],
    ),
  }
}
