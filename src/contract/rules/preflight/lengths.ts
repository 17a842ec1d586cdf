import { isIdentityNumberKey, maxIdentityNumberLength, maxNameLength } from '../field-lengths.ts'
import { foundAbout, type Check } from './check.ts'

/** Of a text that says nothing as a whole, characters. */
const shownLength = 20

const tooLong: Check = {
  code: 'too-long',
  severity: 'stop',
  title: 'Name or identity number is too long for one',
  find: ({ tooLong: fields }) =>
    foundAbout(fields, ({ key, value }) => {
      const start = `“${value.slice(0, shownLength).toWellFormed()}…” has ${value.length} characters:`
      return isIdentityNumberKey(key)
        ? `${start} an identity number has at most ${maxIdentityNumberLength}.`
        : `${start} a name has at most ${maxNameLength}.`
    }),
}

export const lengthChecks: readonly Check[] = [tooLong]
