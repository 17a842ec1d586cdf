/** The one spelling of a masked number, on screens, in packs and in what is stored: `****877`, `****4242` (product §13). */
const maskAllBut = (shown: string): string => `****${shown}`

/** Masks all but the last three characters; a short number wholly. */
export function maskNumber(number: string): string {
  const plain = number.trim()
  return plain && maskAllBut(plain.length > 5 ? plain.slice(-3) : '')
}

/** A card by its last four digits, the only ones that are kept. */
export const maskedCard = (last4: string): string => maskAllBut(last4)

const identityNumberFields = /_(passport|identity|visa)_number$/

/** The numbers of passports, identity cards and visas in a customer's data, or in what a correction changed. */
export function identityNumbersIn(data: unknown, key = ''): string[] {
  if (typeof data === 'string') return identityNumberFields.test(key) ? [data] : []
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([inner, value]) =>
    identityNumbersIn(value, /^(\d+|from|to)$/.test(inner) ? key : inner),
  )
}

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
