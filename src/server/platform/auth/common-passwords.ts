import { dictionary } from '@zxcvbn-ts/language-common'
import { roles } from '#contract/rules/roles.ts'
import type { Config } from '#server/config.ts'
import { refuse } from '../refusal.ts'

let commonPasswords: ReadonlySet<string> | undefined

/** Ignores case. The list is unpacked at the first call. */
export const isCommonPassword = (password: string): boolean =>
  (commonPasswords ??= new Set(dictionary['passwords-common'])).has(password.toLowerCase())

const tradeWords =
  'pabean customs custom declaration declarations indonesia indonesian bali jakarta visa arrival departure office staff password passwort welcome login'
/** A password needs this many letters and digits besides known words. */
const minOwnCharacters = 6
const minWordLength = 3

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= minWordLength)

function isKnownWords(password: string, known: readonly string[]): boolean {
  const words = [tradeWords, ...roles, ...known].flatMap(wordsOf).toSorted((a, b) => b.length - a.length)
  const characters = password.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
  const own = words.reduce((rest, word) => rest.replaceAll(word, ''), characters)
  return own.length < characters.length && own.length < minOwnCharacters
}

interface Owner {
  name: string
  email: string | null
}

/** Refuses a common password, or one made of the product's or the owner's names. `field` is the form's. */
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
