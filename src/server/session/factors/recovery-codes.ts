import { randomInt } from 'node:crypto'
import { secretHash } from '#server/platform/auth/tokens.ts'

const recoveryCodeCount = 10

/** Without letters that look like another or like a digit. 28 of these 31 letters are 138 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 28
const groupLength = 4

/** Ignores blanks, hyphens and capitals. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase()

/** Has the form of a recovery code, not of an authenticator app's. */
export const isRecoveryCode = (code: string): boolean => plainCode(code).length === length

export const recoveryCodeHash = (code: string): Buffer => secretHash(plainCode(code))

function newRecoveryCode(): string {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return (letters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
}

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode)
