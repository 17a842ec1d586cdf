import { isIdentityNumberKey, maxIdentityNumberLength } from './field-lengths.ts'

/** A masked number on screens, in packs and in stored texts: `****877`, `****4242` (product §13). */
const maskAllBut = (shown: string): string => `****${shown}`

/** Masks all but the last three characters, and a short number completely. */
export function maskNumber(number: string): string {
  const plain = number.trim()
  return plain && maskAllBut(plain.length > 5 ? plain.slice(-3) : '')
}

/** Recognisable only with knowledge of the address: `buyer@mail.example.com` is `b•••@m•••.com`. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.trim().split('@')
  const [[first = ''], [host = '']] = [name, domain]
  const end = domain.slice(domain.lastIndexOf('.'))
  return host && `${first}•••@${host}•••${end}`
}

/** A card by its last four digits; no others are stored. */
export const maskedCard = (last4: string): string => maskAllBut(last4)

/** The field key of a value in a correction or a list. */
const fieldKey = (outer: string, inner: string) => (/^(\d+|from|to)$/.test(inner) ? outer : inner)

/** The numbers of passports, identity cards and visas in a customer's data, or in what a correction changed. */
export function identityNumbersIn(data: unknown, key = ''): string[] {
  if (typeof data === 'string') return isIdentityNumberKey(key) ? [data] : []
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([inner, value]) => identityNumbersIn(value, fieldKey(key, inner)))
}

/** A shorter number would match by chance. */
const minSecretLength = 5

/** Finds a number, ignoring case and single separators, outside longer runs of digits. */
function patternOf(secret: string): RegExp {
  const [before, after] = [/^\d/.test(secret) ? '(?<!\\d)' : '', /\d$/.test(secret) ? '(?!\\d)' : '']
  return new RegExp(`${before}${[...secret].join('[\\s./_-]?')}${after}`, 'giu')
}

export function createMask(identityNumbers: readonly string[]): (text: string) => string {
  const secrets = [...new Set(identityNumbers.map((it) => it.replaceAll(/[^\p{L}\p{N}]/gu, '')))]
    .filter(({ length }) => length >= minSecretLength && length <= maxIdentityNumberLength)
    .map((secret) => ({ pattern: patternOf(secret), masked: maskNumber(secret) }))
  return (text) => secrets.reduce((shown, { pattern, masked }) => shown.replaceAll(pattern, masked), text)
}

/** A dash stands for no number. */
export const isNumber = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

const dateText = /^\d{2,4}-\d{2}-\d{2,4}(?!\d)/

/** Masks numbers of passports, identity cards and visas, in their fields and in any text. */
export function maskIdentityNumbers(data: unknown, mask: (text: string) => string, key = ''): unknown {
  if (typeof data === 'string') {
    if (isIdentityNumberKey(key)) return isNumber(data) ? maskNumber(data) : data
    // A number of eight digits can be a date.
    return dateText.test(data) ? data : mask(data)
  }
  if (Array.isArray(data)) return data.map((inner) => maskIdentityNumbers(inner, mask, key))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([inner, value]) => [
      inner,
      maskIdentityNumbers(value, mask, fieldKey(key, inner)),
    ]),
  )
}
