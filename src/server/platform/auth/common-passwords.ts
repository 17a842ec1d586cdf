import { dictionary } from '@zxcvbn-ts/language-common'
import { roles } from '#contract/rules/roles.ts'
import type { Config } from '#server/config.ts'
import { refuse } from '../refusal.ts'

let commonPasswords: ReadonlySet<string> | undefined

/** Whether it is one of the passwords that are guessed first, whatever its capitals. The list is unpacked when first asked. */
export const isCommonPassword = (password: string): boolean =>
  (commonPasswords ??= new Set(dictionary['passwords-common'])).has(password.toLowerCase())

/** What our trade and passwords in general are known by (docs/security.md lists them). */
const tradeWords =
  'pabean customs custom declaration declarations indonesia indonesian bali jakarta visa arrival departure office staff password passwort welcome login'
/** Fewer letters and digits beside known words are soon guessed. */
const minOwnCharacters = 6
const minWordLength = 3

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= minWordLength)

/** Whether a password is little more than words that whoever knows us and the account would try first. */
function isKnownWords(password: string, known: readonly string[]): boolean {
  const words = [tradeWords, ...roles, ...known].flatMap(wordsOf).toSorted((a, b) => b.length - a.length)
  const characters = password.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
  const own = words.reduce((rest, word) => rest.replaceAll(word, ''), characters)
  return own.length < characters.length && own.length < minOwnCharacters
}

/** Whose password it is: name and e-mail. */
interface Owner {
  name: string
  email: string | null
}

/** Refuses a new password that everybody guesses, or whoever knows its owner; `field` is the form's. */
export function requireUncommonPassword(
  { title, shortTitle }: Pick<Config, 'title' | 'shortTitle'>,
  owner: Owner,
  password: string,
  field: string,
): void {
  const message = 'This password is too common.'
  if (
    isCommonPassword(password) ||
    isKnownWords(password, [title, shortTitle, owner.name, owner.email ?? ''])
  )
    refuse('invalid', message, { errors: { [field]: message } })
}
