import { parseLocalDateTime } from '#contract/rules/dates.ts'
import { asIdentityNumber, asName } from '#contract/rules/field-lengths.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import {
  compareDocument,
  prepareDocument,
  type ComparableOrder,
  type Comparison,
  type ReadDocument,
  type Traveller,
} from './compare-document.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const namesOf = (...texts: readonly unknown[]): string[] =>
  texts.map((text) => asName(textOf(text))).filter((name) => name !== '')

function travellersOf(fullName: string, { fields, familyMember }: CustomerData): Traveller[] {
  return [
    {
      names: namesOf(fullName, fields['arrival_passport_name']),
      passport: asIdentityNumber(
        textOf(fields['arrival_passport_number'] ?? fields['departure_passport_number']),
      ),
    },
    ...familyMember.map((member) => ({
      names: namesOf(member.family_member_name),
      passport: asIdentityNumber(textOf(member.family_passport_number)),
    })),
  ]
}

const dateOf = (text: string): string => parseLocalDateTime(text)?.date ?? text

type ComparableRow = Pick<OrderRow, 'order_id' | 'full_name' | 'prefix' | 'travel_date' | 'sealed'>

export function comparable(seal: Seal, row: ComparableRow): ComparableOrder {
  const data = openCustomerData({ seal }, row)
  const { fields } = data
  return {
    orderId: row.order_id,
    travellers: travellersOf(row.full_name, data),
    birthDate: dateOf(textOf(fields['arrival_dob'] ?? fields['departure_dob'])),
    travelDate: row.travel_date ?? '',
    prefix: row.prefix,
    flight: textOf(
      fields['arrival_flight_number'] ??
        fields['arrival_flight_or_vehicle_number'] ??
        fields['departure_flight_vehicle_number'],
    ),
  }
}

/** Compares a document with one order. `others`: orders whose ids may stand in it. */
export const compareWith = (
  { seal }: Pick<Work, 'seal'>,
  read: ReadDocument,
  row: ComparableRow,
  others: readonly number[],
): Comparison =>
  compareDocument(prepareDocument(read, new Set([row.order_id, ...others])), comparable(seal, row))
