import type { ErasedPart } from '#contract/rules/privacy.ts'
import { arrivalGroups, departureGroups } from '#contract/rules/order-fields.ts'

/** The groups of a declaration that prove who travelled and when, which a dispute needs. */
const provingGroups: ReadonlySet<string> = new Set(['Traveller', 'Journey'])

const provingFields = new Set(
  [...arrivalGroups, ...departureGroups]
    .filter(({ title }) => provingGroups.has(title))
    .flatMap(({ fields }) => fields.map(({ key }) => key)),
)

/** Who it was and when they travelled: what mails and packs read. */
const contactFields = new Set([
  'arrival_full_name',
  'arrival_email',
  'arrival_phone_code',
  'arrival_phone_number',
  'arrival_doa',
  'departure_full_name',
  'departure_contact_email_address',
  'departure_phone_number_1',
  'departure_departure_date',
])

const kept = { disputed: provingFields, details: contactFields } as const

/** Which fields of a declaration stay; those that we do not know go. */
export const keptFields =
  (part: Exclude<ErasedPart, 'all'>) =>
  (key: string): boolean =>
    kept[part].has(key)
