import { randomInt } from 'node:crypto'

/** Thirty-two letters and digits of which none is taken for another. */
const letters = 'abcdefghjkmnpqrstuvwxyz023456789'
const groups = 4
const groupLength = 4

/** A password that can be read out and typed, of 80 bits: `k7mq-x2vf-9ahd-3tnw`. */
export const readablePassword = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')
