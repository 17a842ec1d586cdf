import { latinJoined } from '#contract/rules/latin-words.ts'

const maxOrderIds = 50
const maxNumbers = 200

/** Possible order ids: six to fifteen digits that stand alone. */
export const orderIdsIn = (text: string): number[] =>
  [...new Set(text.match(/(?<!\d)[1-9]\d{5,14}(?!\d)/g))].slice(0, maxOrderIds).map(Number)

/** Possible passport numbers: five to twelve letters and digits with at least three digits, also in two parts. */
export function passportNumbersIn(text: string): string[] {
  const whole = text.match(/(?<![\p{L}\d])[a-z\d]{5,12}(?![\p{L}\d])/giu) ?? []
  const parted = text.match(/(?<![\p{L}\d])[a-z\d]{1,4}[ -][a-z\d]{4,9}(?![\p{L}\d])/giu) ?? []
  const numbers = [...whole, ...parted].map(latinJoined).filter((number) => /\d.*\d.*\d/.test(number))
  return [...new Set(numbers)].slice(0, maxNumbers)
}
