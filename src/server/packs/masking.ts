import type { CustomerData } from '#server/orders/customer-data.ts'

/** Masks all but the last three characters. */
export function maskNumber(number: string): string {
  const plain = number.trim()
  const shown = plain.length > 5 ? 3 : 0
  return '*'.repeat(Math.min(plain.length - shown, 6)) + plain.slice(plain.length - shown)
}

/** Masks all but the year. */
const maskDate = (day: string): string => day.replace(/^(\d{4})-\d{2}-\d{2}$/, '**-**-$1')

const numberFields = /_(passport_number|identity_number|visa_number|phone_number(_\d)?)$/
const dateFields = /_(dob|passport_expiry)$/

/** A declared field as a pack may show it. */
export const maskField = (key: string, value: string): string =>
  numberFields.test(key) ? maskNumber(value) : dateFields.test(key) ? maskDate(value) : value

/** Document numbers that a free text could repeat; shorter ones would match by chance. */
export const secretsOf = ({ fields, familyMember }: CustomerData): string[] =>
  [
    ...Object.entries(fields).map(([key, value]) =>
      /_(passport|identity|visa)_number$/.test(key) ? value : '',
    ),
    ...familyMember.map((member) => member.family_passport_number),
  ]
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= 5)

/** Luhn's check: every card number passes, one in ten other numbers. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

const cardNumber = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g

/** A free text without the travellers' numbers and without card numbers. */
export function maskText(text: string, secrets: readonly string[]): string {
  const withoutCards = text.replaceAll(cardNumber, (found) => {
    const digits = found.replaceAll(/\D/g, '')
    return passesLuhn(digits) ? `************${digits.slice(-4)}` : found
  })
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, maskNumber(secret)), withoutCards)
}
