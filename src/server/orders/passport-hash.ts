import { asIdentityNumber } from '#contract/rules/field-lengths.ts'
import { normalizeText } from '#contract/rules/search-text.ts'
import type { Seal } from '#server/platform/seal.ts'

/**
 * A keyed hash that ignores case, blanks and punctuation; null without letters or digits, or if the number is too
 * long.
 */
export function passportHash(seal: Pick<Seal, 'hash'>, number: string): Buffer | null {
  const characters = normalizeText(asIdentityNumber(number)).replaceAll(/[^\p{L}\p{N}]/gu, '')
  return characters ? seal.hash('passport', characters) : null
}
