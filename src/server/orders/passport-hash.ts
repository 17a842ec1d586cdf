import { asIdentityNumber } from '#contract/rules/field-lengths.ts'
import { normalizeText } from '#contract/rules/search-text.ts'
import type { Seal } from '#server/platform/seal.ts'

/** The keyed hash by which an order is found by the whole number, however that is written; null for one without letters and digits, and for what is too long. */
export function passportHash(seal: Pick<Seal, 'hash'>, number: string): Buffer | null {
  const characters = normalizeText(asIdentityNumber(number)).replaceAll(/[^\p{L}\p{N}]/gu, '')
  return characters ? seal.hash('passport', characters) : null
}
