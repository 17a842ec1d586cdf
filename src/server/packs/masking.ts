/** The one spelling of a masked number in a pack: `****877`, `****4242` (product §13). */
const maskAllBut = (shown: string): string => `****${shown}`

/** Masks all but the last three characters; a short number wholly. */
export function maskNumber(number: string): string {
  const plain = number.trim()
  return plain && maskAllBut(plain.length > 5 ? plain.slice(-3) : '')
}

/** A card by its last four digits, the only ones that are kept. */
export const maskedCard = (last4: string): string => maskAllBut(last4)

/** Masks all but the year. */
const maskDate = (day: string): string => day.replace(/^(\d{4})-\d{2}-\d{2}$/, '**-**-$1')

const identityNumberFields = /_(passport|identity|visa)_number$/
const numberFields = /_(passport_number|identity_number|visa_number|phone_number(_\d)?)$/
const dateFields = /_(dob|passport_expiry)$/

/** A declared field as a pack may show it. */
export const maskField = (key: string, value: string): string =>
  numberFields.test(key) ? maskNumber(value) : dateFields.test(key) ? maskDate(value) : value

/** The numbers of passports, identity cards and visas in a customer's data, or in what a correction changed. */
export function identityNumbersIn(data: unknown, key = ''): string[] {
  if (typeof data === 'string') return identityNumberFields.test(key) ? [data] : []
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([inner, value]) =>
    identityNumbersIn(value, /^(\d+|from|to)$/.test(inner) ? key : inner),
  )
}

/** Luhn's check: every card number passes, one in ten other numbers. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

const cardNumber = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g

/** Masks every card number in what somebody wrote; elsewhere a long number is a reference. */
export const maskCards = (text: string): string =>
  text.replaceAll(cardNumber, (found) => {
    const digits = found.replaceAll(/\D/g, '')
    return passesLuhn(digits) ? maskedCard(digits.slice(-4)) : found
  })

/** A shorter number would match by chance. */
const minSecretLength = 5

/** Finds a number in capitals or not, also with single separators; it is no part of a longer run of digits. */
function patternOf(secret: string): RegExp {
  const [before, after] = [/^\d/.test(secret) ? '(?<!\\d)' : '', /\d$/.test(secret) ? '(?!\\d)' : '']
  return new RegExp(`${before}${[...secret].join('[\\s./_-]?')}${after}`, 'giu')
}

/** Masks these numbers wherever they occur in a text. */
export function createMask(identityNumbers: readonly string[]): (text: string) => string {
  const secrets = [...new Set(identityNumbers.map((it) => it.replaceAll(/[^\p{L}\p{N}]/gu, '')))]
    .filter((secret) => secret.length >= minSecretLength)
    .map((secret) => ({ pattern: patternOf(secret), masked: maskNumber(secret) }))
  return (text) => secrets.reduce((shown, { pattern, masked }) => shown.replaceAll(pattern, masked), text)
}
