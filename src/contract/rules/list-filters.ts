import { isIsoDate } from './dates.ts'
import { disputeUrgencies } from './disputes.ts'
import { urgencies } from './list-order.ts'
import { modes } from './queues.ts'
import { keysOf } from './typed-keys.ts'

/** States of a mail that was not delivered, or of which that is not known. */
export const failedMails = ['bounced', 'failed', 'unknown'] as const
export type FailedMail = (typeof failedMails)[number]
/** Of a text with commas between; null where one of them is none. */
export function parseFailedMails(text: string): FailedMail[] | null {
  const states = failedMails.filter((state) => text.split(',').includes(state))
  return states.length > 0 && states.length === text.split(',').length ? states : null
}
/** Of the newest mail to the customer; `none` where there is none. */
export const mailFilters = [...failedMails, 'queued', 'sending', 'sent', 'delivered', 'none'] as const

/** The types of an order (spec §1), as they stand in an address. */
export const kindFilters = ['arrival', 'departure', 'unknown'] as const
export type KindFilter = (typeof kindFilters)[number]

/** Who is asking, and no assignee; every other assignee by their id. */
export const me = 'me'
export const nobody = 'nobody'

interface ListFilter {
  /** What is said where a value is none of it. */
  refusal: string
  isValue: (value: string) => boolean
  /** One value, where the others take several with commas between. */
  isSingle?: true
}

const anyOf = (name: string, values: readonly string[]): ListFilter => ({
  refusal: `${name} is one of ${values.join(', ')}.`,
  isValue: (value) => values.includes(value),
})
const day = (name: string): ListFilter => ({
  refusal: `${name} is a date.`,
  isValue: isIsoDate,
  isSingle: true,
})

/** What the lists of orders can be narrowed by (product §12), as it stands in calls, in addresses and in saved views. */
export const listFilters = {
  assignee: {
    refusal: 'assignee is me, nobody or the ids of members.',
    isValue: (value) => value === me || value === nobody || /^\d{1,12}$/.test(value),
  },
  urgency: anyOf('urgency', urgencies),
  mail: anyOf('mail', mailFilters),
  reply: { ...anyOf('reply', ['open']), isSingle: true },
  site: { refusal: 'site is the domain of a site.', isValue: (value) => /^[^\s,]{1,253}$/.test(value) },
  nationality: {
    refusal: 'nationality is a country by two letters.',
    isValue: (value) => /^[A-Z]{2}$/.test(value),
  },
  kind: anyOf('kind', kindFilters),
  mode: anyOf('mode', modes),
  dispute: anyOf('dispute', disputeUrgencies),
  travelFrom: day('travelFrom'),
  travelUntil: day('travelUntil'),
} as const satisfies Record<string, ListFilter>

export type FilterName = keyof typeof listFilters
export const filterNames = keysOf(listFilters)

/** The text of each filter that is set; several values have commas between. */
export type ListFilters = Partial<Record<FilterName, string>>

const maxValues = 50

/** The values of a filter; null where one of them is none. */
export function parseFilter(name: FilterName, text: string): string[] | null {
  const { isValue, isSingle }: ListFilter = listFilters[name]
  const values = isSingle ? [text] : text.split(',')
  return values.length <= maxValues && values.every(isValue) ? values : null
}

/** The values of one that was checked before; none where it is not set. */
export const filterValues = (filters: ListFilters, name: FilterName): string[] =>
  (filters[name] === undefined ? null : parseFilter(name, filters[name])) ?? []

/** With these values of a filter, in the order of the table's own where it has one. */
export function withFilter(filters: ListFilters, name: FilterName, values: readonly string[]): ListFilters {
  const { [name]: _before, ...others } = filters
  return values.length === 0 ? others : { ...others, [name]: values.join(',') }
}

/** What of them means something; the rest is left out. */
export const knownFilters = (given: (name: FilterName) => string | null | undefined): ListFilters =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const text = given(name)
      return typeof text === 'string' && parseFilter(name, text) !== null ? [[name, text]] : []
    }),
  )

export const isFiltered = (filters: ListFilters): boolean => Object.keys(filters).length > 0
