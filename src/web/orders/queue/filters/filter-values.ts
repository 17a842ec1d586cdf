import type { FilterOptions } from '#contract/orders.ts'
import { displayDate } from '#contract/rules/dates.ts'
import { disputeUrgencies, disputeUrgencyLabels } from '#contract/rules/disputes.ts'
import {
  filterValues,
  kindFilters,
  mailFilters,
  me,
  nobody,
  unknownGateway,
  openWarning,
  type ListFilters,
} from '#contract/rules/list-filters.ts'
import { urgencies, type Urgency } from '#contract/rules/list-order.ts'
import { modes } from '#contract/rules/queues.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { mailStateLabels } from '#contract/rules/mail-states.ts'
import { modeLabels } from '../../view/mode-labels.ts'
import type { MenuFilter } from './filter-labels.ts'

const urgencyLabels: Record<Urgency, string> = {
  late: 'Late',
  soon: 'Due soon',
  today: 'Travel today',
  missed: 'Missed',
  opensToday: 'Opens today',
  opens: 'Opens later',
}

const mailLabels = { ...mailStateLabels, none: 'No mail', sending: 'Sending' }
const kindLabels = { arrival: 'Arrival', departure: 'Departure', unknown: 'Unknown' } as const
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

const labelsOf = <T extends string>(values: readonly T[], labels: Record<T, string>) => ({
  values: () => [...values] as readonly string[],
  label: (value: string) => (isOneOf(values, value) ? labels[value] : value),
})

interface Choices {
  values: (options: FilterOptions | undefined) => readonly string[]
  label: (value: string, options: FilterOptions | undefined) => string
}

const countryLabel = (code: string) => countryNames.of(code) ?? code

const presentMembers = (options: FilterOptions | undefined) =>
  (options?.members ?? []).filter(({ removed }) => !removed)

export const filterChoices: Record<Exclude<MenuFilter, 'travelFrom'>, Choices> = {
  assignee: {
    values: (options) => [me, nobody, ...presentMembers(options).map(({ id }) => String(id))],
    label: (value, options) => {
      if (value === me) return 'Me'
      if (value === nobody) return 'Nobody'
      const member = options?.members.find(({ id }) => String(id) === value)
      if (!member) return options ? 'No member' : '…'
      return member.removed ? `${member.name} (removed)` : member.name
    },
  },
  urgency: labelsOf(urgencies, urgencyLabels),
  mail: {
    values: () => mailFilters,
    label: (value) => (isOneOf(mailFilters, value) ? mailLabels[value] : value),
  },
  site: { values: (options) => options?.sites ?? [], label: (value) => value },
  gateway: {
    values: (options) => [...(options?.gateways ?? []), unknownGateway],
    label: (value) => (value === unknownGateway ? 'Unknown' : value),
  },
  nationality: {
    values: (options) =>
      (options?.nationalities ?? []).toSorted((a, b) => countryLabel(a).localeCompare(countryLabel(b), 'en')),
    label: countryLabel,
  },
  kind: labelsOf(kindFilters, kindLabels),
  mode: labelsOf(modes, modeLabels),
  request: labelsOf(['open'], { open: 'Open' }),
  dispute: labelsOf([...disputeUrgencies, openWarning], {
    ...disputeUrgencyLabels,
    [openWarning]: 'Warning',
  }),
}

const travelText = ({ travelFrom, travelUntil }: ListFilters): string => {
  if (travelFrom === undefined) return travelUntil === undefined ? '' : `until ${displayDate(travelUntil)}`
  if (travelUntil === undefined) return `from ${displayDate(travelFrom)}`
  if (travelFrom === travelUntil) return displayDate(travelFrom)
  return `${displayDate(travelFrom)} to ${displayDate(travelUntil)}`
}

/** The value of a filter in a few words; '' if not set. */
export function filterText(
  name: MenuFilter,
  filters: ListFilters,
  options: FilterOptions | undefined,
): string {
  if (name === 'travelFrom') return travelText(filters)
  const values = filterValues(filters, name)
  if (values.length > 2) return `${values.length} chosen`
  return values.map((value) => filterChoices[name].label(value, options)).join(', ')
}
