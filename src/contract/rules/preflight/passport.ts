import { displayCountry } from '../display-text.ts'
import { displayDate, isIsoDate } from '../dates.ts'
import { isNationalId } from '../national-id.ts'
import { normaliseCountry } from '../countries.ts'
import { foundAbout, type Check, type Found } from './check.ts'
import type { CheckedOrder } from './checked-order.ts'
import { monthsBetween, spanText } from './spans.ts'
import { anyPassportForm, passportForms } from './tables/passport-forms.ts'

const expiryKey = 'arrival_passport_expiry'
/** Months that a passport must be valid from the day of arrival. */
const monthsOfValidity = 6
/** Years; none is issued for longer than ten, with up to nine months carried over. */
const maxYearsToExpiry = 11

interface NumberedPassport {
  key: string
  /** In capitals, without blanks and separators. */
  number: string
  asGiven: string
  /** Of its holder, as a two-letter code. */
  country: string | null
}

const plainNumber = (text: string): string => text.toUpperCase().replaceAll(/[\s./-]/g, '')

const isNationalIdentity = (order: CheckedOrder): boolean =>
  /\b(ktp|nik|national|identity card|id card)\b/i.test(order.text('departure_identity_type'))

/** The traveller's and the family's; of departures only where the document is a passport. */
function passportsOf(order: CheckedOrder): NumberedPassport[] {
  const { key, value } = order.field('passport')
  const isPassport =
    order.prefix === 'arrival' || /passport|paspor/i.test(order.text('departure_identity_type'))
  const own = { key, number: plainNumber(value), asGiven: value, country: order.nationality }
  const family = order.familyMember.map((member, index) => ({
    key: `familyMember.${index}.family_passport_number`,
    number: plainNumber(member.family_passport_number),
    asGiven: member.family_passport_number.trim(),
    country: normaliseCountry(member.family_nationality).iso2,
  }))
  return [...(isPassport ? [own] : []), ...family].filter(({ number }) => /[\p{L}\p{N}]/u.test(number))
}

const fitsForm = ({ number, country }: NumberedPassport): boolean =>
  (passportForms[country ?? ''] ?? anyPassportForm).test(number)

const lookalikes: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'I' }
/** More doubtful characters than this are no typing errors. */
const maxLookalikes = 6

/** The number with doubtful characters read the other way, as it fits the form of its country; null for none. */
function readOtherwise(passport: NumberedPassport): string | null {
  const { number, country } = passport
  if (fitsForm(passport) && passportForms[country ?? '']) return null
  // Without a known form only a letter among the digits is doubted, where no other stands there.
  if (!passportForms[country ?? '']) {
    const [, series = '', rest = ''] = /^([A-Z]{0,3})(\d[\dOI]*)$/.exec(number) ?? []
    const read = series + rest.replaceAll(/[OI]/g, (letter) => lookalikes[letter] ?? letter)
    return series + rest === '' || read === number ? null : read
  }
  const places = [...number].flatMap((character, at) => (lookalikes[character] ? [at] : []))
  if (places.length > maxLookalikes) return null
  const readings = places.reduce<string[]>(
    (texts, at) =>
      texts.flatMap((text) => [
        text,
        text.slice(0, at) + (lookalikes[text.charAt(at)] ?? '') + text.slice(at + 1),
      ]),
    [number],
  )
  return readings.find((text) => text !== number && fitsForm({ ...passport, number: text })) ?? null
}

const expiryOf = (order: CheckedOrder): string | null => {
  const expiry = order.text(expiryKey)
  return isIsoDate(expiry) ? expiry : null
}

function expired(order: CheckedOrder): Found | null {
  const expiry = expiryOf(order)
  if (!expiry || !order.travelDate || expiry > order.travelDate) return null
  return {
    fields: [expiryKey],
    message: `Expiry ${displayDate(expiry)}, arrival ${displayDate(order.travelDate)}. Ask for the renewed one, or correct a misread year.`,
  }
}

function expiresSoon(order: CheckedOrder): Found | null {
  const expiry = expiryOf(order)
  if (!expiry || !order.travelDate || expiry <= order.travelDate) return null
  if (monthsBetween(order.travelDate, expiry) >= monthsOfValidity) return null
  return {
    fields: [expiryKey],
    message: `Expiry ${displayDate(expiry)}, arrival ${displayDate(order.travelDate)}: ${spanText(order.travelDate, expiry)}. Ask for the renewed one, or correct a misread year.`,
  }
}

function expiryTooFar(order: CheckedOrder): Found | null {
  const expiry = expiryOf(order)
  if (!expiry || monthsBetween(order.orderedOn, expiry) < maxYearsToExpiry * 12) return null
  return {
    fields: [expiryKey],
    message: `Expiry ${displayDate(expiry)}: no passport is issued for that long. Perhaps a misread year.`,
  }
}

const strangeForm = (order: CheckedOrder): Found | null =>
  foundAbout(
    passportsOf(order).filter((passport) => !fitsForm(passport) && readOtherwise(passport) === null),
    ({ asGiven, country }) =>
      passportForms[country ?? '']
        ? `${asGiven} is not how passports of ${displayCountry(country ?? '')} are numbered.`
        : `${asGiven} is not how passports are numbered.`,
  )

const doubtfulCharacter = (order: CheckedOrder): Found | null =>
  foundAbout(
    passportsOf(order).filter((passport) => readOtherwise(passport) !== null),
    (passport) => `${passport.asGiven} may be ${readOtherwise(passport)}: O and 0, or I and 1, are mistaken.`,
  )

function twiceInFamily(order: CheckedOrder): Found | null {
  const passports = passportsOf(order)
  const again = passports.filter(
    ({ number }) => passports.filter((other) => other.number === number).length > 1,
  )
  const [first] = again
  return first === undefined
    ? null
    : {
        fields: again.map(({ key }) => key),
        message: `${first.asGiven} is given for ${again.length} travellers of this order.`,
      }
}

function inOtherOrder({
  ordersOfSameTravellers,
  furtherOrders,
  familyMember,
  travelDate,
  field,
}: CheckedOrder): Found | null {
  if (ordersOfSameTravellers.length === 0) return null
  const travellerIndexes = [
    ...new Set(ordersOfSameTravellers.flatMap((other) => other.travellerIndexes)),
  ].toSorted((a, b) => a - b)
  const numbers = travellerIndexes.map((index) =>
    index === 0
      ? field('passport')
      : {
          key: `familyMember.${index - 1}.family_passport_number`,
          value: familyMember[index - 1]?.family_passport_number ?? '',
        },
  )
  const orders = ordersOfSameTravellers.map(({ orderId }) => orderId)
  const [subject, have, are] = orders.length === 1 ? ['Order', 'has', 'is'] : ['Orders', 'have', 'are']
  const passports = `passport${numbers.length === 1 ? '' : 's'} ${numbers.map(({ value }) => value).join(', ')}`
  return {
    fields: numbers.map(({ key }) => key),
    message: `${subject} ${orders.join(', ')}${furtherOrders > 0 ? ` and ${furtherOrders} more` : ''} ${have} ${passports} and ${displayDate(travelDate)} too, and ${are} open.`,
    orders,
  }
}

function strangeNationalId(order: CheckedOrder): Found | null {
  const { key, value } = order.field('passport')
  if (order.prefix === 'arrival' || value === '' || !isNationalIdentity(order) || order.nationality !== 'ID')
    return null
  const birth = order.field('birth')
  if (!isNationalId(value))
    return {
      fields: [key],
      message: `${value} is no NIK: sixteen digits, with the date of birth from the seventh on.`,
    }
  return isNationalId(value, birth.value)
    ? null
    : {
        fields: [key, birth.key],
        message: `NIK ${value} is of another day of birth than ${displayDate(birth.value)}.`,
      }
}

export const passportChecks: readonly Check[] = [
  { code: 'passport-expired', severity: 'stop', title: 'Passport is expired on arrival', find: expired },
  {
    code: 'passport-expires-soon',
    severity: 'stop',
    title: 'Passport expires within six months of arrival',
    find: expiresSoon,
  },
  {
    code: 'passport-expiry-too-far',
    severity: 'warn',
    title: 'Passport expiry is too far ahead',
    find: expiryTooFar,
  },
  {
    code: 'passport-form',
    severity: 'warn',
    title: 'Passport number does not fit its country',
    find: strangeForm,
  },
  {
    code: 'passport-lookalike',
    severity: 'warn',
    title: 'Passport number has a doubtful O or I',
    find: doubtfulCharacter,
  },
  {
    code: 'passport-twice',
    severity: 'stop',
    title: 'Two travellers have the same passport number',
    find: twiceInFamily,
  },
  {
    code: 'passport-other-order',
    severity: 'warn',
    title: 'Another open order has this passport and date',
    find: inOtherOrder,
  },
  {
    code: 'national-id',
    severity: 'warn',
    title: 'National identity number is not valid',
    find: strangeNationalId,
  },
]
