import { readSearch } from '#contract/rules/search.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call } from '#server/platform/work.ts'
import { passportHash } from './journey-keys.ts'
import type { Search } from './list-criteria.queries.ts'

/** Passport numbers have digits, and at least five characters. */
const mayBePassport = (text: string) =>
  !text.includes('@') && text.trim().length >= 5 && (text.match(/\p{Nd}/gu)?.length ?? 0) >= 2

/** What a text is searched for, in queues, palette, exports and changes alike; null if it is too short. */
export function parseSearch({ seal }: Pick<Call, 'seal'>, text: string): Search | null {
  const reading = readSearch(text, readTelephoneNumber)
  return reading && { ...reading, passport: mayBePassport(text) ? passportHash(seal, text) : null }
}

/** 400 if the text is too short. */
export const requireSearch = (call: Pick<Call, 'seal'>, text: string): Search =>
  parseSearch(call, text) ?? refuse('invalid', 'Please enter at least 3 characters.')

/** The same; '' is no search. */
export const optionalSearch = (call: Pick<Call, 'seal'>, text = ''): Search | undefined =>
  text.trim() === '' ? undefined : requireSearch(call, text)
