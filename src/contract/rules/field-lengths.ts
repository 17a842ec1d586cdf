/**
 * How long a name and an identity number can be (product §12, Preflight): a longer one, which a site may have sent, is kept, shown cut,
 * and neither compared nor searched nor masked by.
 */

/** Characters. */
export const maxIdentityNumberLength = 40
export const maxNameLength = 200

/** Of passports, identity cards and visas. */
export const isIdentityNumberKey = (key: string): boolean => /_(passport|identity|visa)_number$/.test(key)

const maxLengthOf = (key: string): number => {
  if (isIdentityNumberKey(key)) return maxIdentityNumberLength
  return key.endsWith('_name') ? maxNameLength : Infinity
}

export const isTooLong = (key: string, text: string): boolean => text.length > maxLengthOf(key)

/** A field as it is shown: one that is cut stays too long, and so is no name or number anywhere. */
export const cutField = (key: string, text: string): string =>
  isTooLong(key, text) ? `${text.slice(0, maxLengthOf(key)).toWellFormed()}…` : text

/** Why a person in front of a form cannot give it. */
export const tooLongText = (key: string): string =>
  isIdentityNumberKey(key)
    ? `An identity number has at most ${maxIdentityNumberLength} characters.`
    : `A name has at most ${maxNameLength} characters.`

/** `''` of a text that is too long to be one. */
export const asIdentityNumber = (text: string): string =>
  text.trim().length > maxIdentityNumberLength ? '' : text
export const asName = (text: string): string => (text.trim().length > maxNameLength ? '' : text)
