import { comparable } from './label-text.ts'

/** Whether a text begins like a dialling code, by whose digits a choice is found. */
const diallingCode = /^\+(\d{1,4})$/

const withoutBlanks = (text: string) => comparable(text).replaceAll(' ', '')
const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

type Test = (option: string, answer: string) => boolean

/** The surest first. */
const tests: readonly Test[] = [
  (option, answer) => withoutBlanks(option) === withoutBlanks(answer),
  (option, answer) => comparable(option).startsWith(`${comparable(answer)} `),
  (option, answer) => ` ${comparable(option)} `.includes(` ${comparable(answer)} `),
  (option, answer) => comparable(option) !== '' && comparable(answer).startsWith(`${comparable(option)} `),
]

const isDialling: Test = (option, answer) => diallingCode.exec(answer)?.[1] === digitsOf(option)

/**
 * The one of a list's choices that says an answer, by any of the texts that it may be called; undefined where none does, or
 * several do as well as each other.
 */
export function chooseOption<T>(
  options: readonly T[],
  textsOf: (option: T) => readonly string[],
  answers: readonly string[],
): T | undefined {
  for (const answer of answers)
    for (const test of diallingCode.test(answer) ? [isDialling] : tests) {
      const found = options.filter((option) => textsOf(option).some((text) => test(text, answer)))
      if (found.length === 1) return found[0]
      if (found.length > 1) break
    }
  return undefined
}
