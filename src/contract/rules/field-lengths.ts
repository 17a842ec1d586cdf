/**
 * How long a name and an identity number can be (product §12, Preflight): a longer one, which a site may have sent, is kept, shown cut,
 * and neither compared nor searched nor masked by.
 */

/** Characters. */
export const maxIdentityNumberLength = 40
export const maxNameLength = 200

/** Identity numbers: passports, identity cards and visas. */
export const isIdentityNumberKey = (key: string): boolean => /_(passport|identity|visa)_number$/.test(key)

const maxLengthOf = (key: string): number => {
  if (isIdentityNumberKey(key)) return maxIdentityNumberLength
  return key.endsWith('_name') ? maxNameLength : Infinity
}

export const isTooLong = (key: string, text: string): boolean => text.length > maxLengthOf(key)

/** A displayed field: a cut value stays too long, so that it never counts as a name or number. */
export const cutField = (key: string, text: string): string =>
  isTooLong(key, text) ? `${text.slice(0, maxLengthOf(key)).toWellFormed()}…` : text

/** Message for a too long value in a form. */
export const tooLongText = (key: string): string =>
  isIdentityNumberKey(key)
    ? `An identity number has at most ${maxIdentityNumberLength} characters.`
    : `A name has at most ${maxNameLength} characters.`

/** The text, or `''` if it is too long. */
export const asIdentityNumber = (text: string): string =>
  text.trim().length > maxIdentityNumberLength ? '' : text
export const asName = (text: string): string => (text.trim().length > maxNameLength ? '' : text)
