import { isIsoDate } from './dates.ts'
import { disputeUrgencies } from './disputes.ts'
import { urgencies } from './list-order.ts'
import { modes } from './queues.ts'
import { keysOf } from './typed-keys.ts'

/** States of an undelivered mail, or of one whose delivery is unknown. */
export const failedMails = ['bounced', 'failed', 'unknown'] as const
export type FailedMail = (typeof failedMails)[number]
/** States in Mail problems; a waiting mail is queued, and tried on until the provider takes its sender. */
export const mailProblemStates = [...failedMails, 'waiting'] as const
export type MailProblemState = (typeof mailProblemStates)[number]
/** Parses comma-separated values; null if one is invalid. */
export function parseMailProblemStates(text: string): MailProblemState[] | null {
  const states = mailProblemStates.filter((state) => text.split(',').includes(state))
  return states.length > 0 && states.length === text.split(',').length ? states : null
}
/** State of the newest mail to the customer; `none` without a mail. */
export const mailFilters = [...failedMails, 'queued', 'sending', 'kept', 'sent', 'delivered', 'none'] as const

/** The types of an order (spec §1), as they stand in an address. */
export const kindFilters = ['arrival', 'departure', 'unknown'] as const
export type KindFilter = (typeof kindFilters)[number]

/** The caller, and no assignee; other assignees are ids. */
export const me = 'me'
export const nobody = 'nobody'

/** The gateway of orders without one. */
export const unknownGateway = 'unknown'
/** Of `dispute`: orders of any status with a warning that is not settled. */
export const openWarning = 'warning'

interface ListFilter {
  /** Message for an invalid value. */
  refusal: string
  isValue: (value: string) => boolean
  /** Takes one value; the others take comma-separated ones. */
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

/** Filters of the lists of orders (product §12), in the form of calls, addresses and saved views. */
export const listFilters = {
  assignee: {
    refusal: 'assignee is me, nobody or the ids of members.',
    isValue: (value) => value === me || value === nobody || /^\d{1,12}$/.test(value),
  },
  urgency: anyOf('urgency', urgencies),
  mail: anyOf('mail', mailFilters),
  reply: { ...anyOf('reply', ['open']), isSingle: true },
  site: { refusal: 'site is the domain of a site.', isValue: (value) => /^[^\s,]{1,253}$/.test(value) },
  gateway: {
    refusal: 'gateway is the name of a gateway, or unknown.',
    isValue: (value) => /^[^,]{1,60}$/.test(value),
  },
  nationality: {
    refusal: 'nationality is a country by two letters.',
    isValue: (value) => /^[A-Z]{2}$/.test(value),
  },
  kind: anyOf('kind', kindFilters),
  mode: anyOf('mode', modes),
  request: { ...anyOf('request', ['open']), isSingle: true },
  dispute: anyOf('dispute', [...disputeUrgencies, openWarning]),
  travelFrom: day('travelFrom'),
  travelUntil: day('travelUntil'),
} as const satisfies Record<string, ListFilter>

export type FilterName = keyof typeof listFilters
export const filterNames = keysOf(listFilters)

/** The text of each filter that is set; values are comma-separated. */
export type ListFilters = Partial<Record<FilterName, string>>

const maxValues = 50

/** The values of a filter; null if one is invalid. */
export function parseFilter(name: FilterName, text: string): string[] | null {
  const { isValue, isSingle }: ListFilter = listFilters[name]
  const values = isSingle ? [text] : text.split(',')
  return values.length <= maxValues && values.every(isValue) ? values : null
}

/** The values of a valid filter; empty if it is not set. */
export const filterValues = (filters: ListFilters, name: FilterName): string[] =>
  (filters[name] === undefined ? null : parseFilter(name, filters[name])) ?? []

/** Sets the values of a filter, in the order of its table if it has one. */
export function withFilter(filters: ListFilters, name: FilterName, values: readonly string[]): ListFilters {
  const { [name]: _before, ...others } = filters
  return values.length === 0 ? others : { ...others, [name]: values.join(',') }
}

/** The valid filters; the others are dropped. */
export const knownFilters = (given: (name: FilterName) => string | null | undefined): ListFilters =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const text = given(name)
      return typeof text === 'string' && parseFilter(name, text) !== null ? [[name, text]] : []
    }),
  )

export const isFiltered = (filters: ListFilters): boolean => Object.keys(filters).length > 0
