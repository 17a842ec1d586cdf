import * as z from 'zod/mini'
import { intakeOrder } from '#contract/intake.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { displayCountry } from '#contract/rules/display-text.ts'
import { filingSheet } from '#contract/rules/filing-sheet.ts'
import { maskNumber } from '#contract/rules/masking.ts'
import { checkedOrder, type PreflightInput } from '#contract/rules/preflight/checked-order.ts'
import { preflight } from '#contract/rules/preflight/preflight.ts'
import { readTelephones, type GivenTelephone } from '#contract/rules/telephone.ts'
import { telephoneLinks } from '#contract/rules/telephone-reading.ts'
import { prepareOrder } from '#server/intake/prepare-order.ts'
import { declaredFacts } from '#server/packs/exhibits/common.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'

const createdAt = new Date('2026-11-28T03:00:00Z')
export const orderedOn = jakartaToday(createdAt)

/** What each part of the product makes of one order's declaration. */
export function readOrder(given: Record<string, unknown>) {
  const order = z.parse(intakeOrder, {
    landing_domain: 'arrival.pabean.example',
    email: 'buyer@example.com',
    ...given,
  })
  const row = prepareOrder(order, {
    orderId: 2_000_001,
    createdAt,
    schedule: { windowDays: 3, promiseHours: { standard: 24, priority: 4 } },
    seal: { hash: () => Buffer.alloc(32) },
  })
  const { fields, familyMember, importingGoods, payment } = row.customer
  const telephones = readTelephones(fields, readTelephoneNumber)
  const input: PreflightInput = {
    fields,
    readTelephone: readTelephoneNumber,
    familyMember,
    importingGoods,
    payment,
    email: row.email,
    transportType: '',
    language: '',
    amount: '',
    currency: '',
    createdAt,
    now: createdAt,
    ordersOfSameTravellers: [],
    furtherOrders: 0,
    gatewayRefunds: [],
    openDisputes: [],
  }
  return {
    row,
    telephones,
    checked: () => checkedOrder(input),
    findings: () => new Set(preflight(input).map(({ code }) => code)),
    /** Of the traveller and the family. */
    forms: () =>
      filingSheet({ ...fields, telephones, familyMember, importingGoods }).map(
        ({ sections }) =>
          new Map(
            sections
              .flatMap((section) => section.fields)
              .map(({ labels, value }) => [labels.at(-1) ?? '', value]),
          ),
      ),
    pack: () => {
      const blocks = declaredFacts({ order: row, customer: row.customer })
      const facts = blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []))
      return new Map(facts.map(({ label, value }) => [label, value]))
    },
  }
}

/** A telephone number as each part has it, digits behind the country code; a part that has another says so. */
export function readTelephoneParts({ code, number, country }: GivenTelephone): Record<string, string> {
  const arrival = readOrder({
    arrival_full_name: 'Anh Tuyet',
    arrival_phone_code: code,
    arrival_phone_number: number,
    arrival_nationality: country,
  })
  const departure = readOrder({
    departure_full_name: 'Anh Tuyet',
    departure_phone_code: code,
    departure_phone_number_1: number,
    departure_nationality: country,
  })
  const read = arrival.telephones['arrival_phone_number']
  if (!read) return {}
  const { countryCode, national, doubt } = read
  const whole = `${countryCode} ${national}`
  const same = (isSame: boolean, other: unknown) => (isSame ? whole : `other: ${String(other)}`)
  const [form] = arrival.forms()
  const assumed = doubt === 'no country code'
  const link = telephoneLinks(read)
  const departed = departure.forms()[0]?.get('mobile')
  const checked = arrival.checked().telephone
  const packed = arrival.pack().get('Telephone')
  return {
    reading: whole,
    list: same(assumed || arrival.row.telephone?.startsWith(`+${whole}`) === true, arrival.row.telephone),
    search: same(arrival.row.search_text.includes(countryCode + national), arrival.row.search_text),
    link: same(
      assumed || link === null || link.call.startsWith(`tel:+${countryCode}${national}`),
      link?.call,
    ),
    arrivalForm: `${form?.get('diallingCode')?.slice(1) ?? ''} ${form?.get('mobile') ?? ''}`,
    departureForm: same(departed === `+${countryCode}${national}`, departed),
    preflight: `${checked?.countryCode} ${checked?.national}`,
    pack: same(packed === `+${countryCode} ${maskNumber(national)}`, packed),
  }
}

/** A nationality as each part has it, by its name in capitals; a part that has another says so. */
export function readCountryParts(given: string): Record<string, string> {
  const read = readOrder({
    arrival_full_name: 'Anh Tuyet',
    arrival_nationality: given,
    arrival_phone_number: '1234567',
    arrival_countries_visited: given,
    familyMember: [{ family_member_name: 'Hai', family_nationality: given }],
  })
  const { row } = read
  const [form, family] = read.forms()
  const isKnown = !read.findings().has('nationality-unknown')
  const { nationality } = read.checked()
  return {
    report: row.country_name,
    form: form?.get('nationality') ?? '',
    visited: form?.get('countriesVisited') ?? '',
    family: family?.get('nationality') ?? '',
    pack: String(read.pack().get('Nationality') ?? ''),
    shown: displayCountry(given).toUpperCase(),
    preflight:
      isKnown === (row.country_iso2 !== null) && nationality === row.country_iso2
        ? row.country_name
        : `other: ${String(nationality)}`,
  }
}
