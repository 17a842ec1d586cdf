import { dictionary } from '@zxcvbn-ts/language-common'
import { refuse } from '../refusal.ts'

/** The passwords that are guessed first, in small letters. */
const commonPasswords = new Set(dictionary['passwords-common'])

export const isCommonPassword = (password: string): boolean => commonPasswords.has(password.toLowerCase())

/** Refuses a new password that everybody guesses; `field` is the form's. */
export function requireUncommonPassword(password: string, field: string): void {
  const message = 'This password is too common.'
  if (isCommonPassword(password)) refuse('invalid', message, { errors: { [field]: message } })
}
