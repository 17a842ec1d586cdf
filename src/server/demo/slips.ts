import { addDays } from '#contract/rules/dates.ts'
import type { Chance } from './random.ts'

type Fields = Record<string, unknown>

/** What customers get wrong: each changes an arrival that has room for it, or nothing. */
const slips: readonly ((fields: Fields) => Fields)[] = [
  ({ arrival_flight_number: flight }) => (flight ? { arrival_flight_number: 'VN 64I' } : {}),
  ({ arrival_confirm_email: email }) => ({
    arrival_confirm_email: String(email).replace('@example', '@exmaple'),
  }),
  ({ arrival_doa: arrival }) => (arrival ? { arrival_passport_expiry: addDays(String(arrival), 111) } : {}),
  ({ arrival_doa: arrival }) => (arrival ? { arrival_dod: addDays(String(arrival), -7) } : {}),
  () => ({ arrival_symptoms: 'Yes', arrival_symptom_list: '' }),
  ({ arrival_passport_number: number }) => ({
    arrival_passport_number: String(number).replace(/(?<=\d)0(?=\d)/, 'O'),
  }),
  () => ({ arrival_province: 'Kalimantan Barat' }),
]

/** Now and then something to check, as in a real queue. */
export const withSlips = (chance: Chance, fields: Fields): Fields =>
  chance.percent(9) ? { ...fields, ...chance.pick(slips)(fields) } : fields
