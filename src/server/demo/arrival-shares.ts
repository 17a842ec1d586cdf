import { nations, type Nation } from './nations.ts'
import type { Chance } from './random.ts'

/** Of about 550 visitors to Bali, how many come from each of the larger markets; one from every other country. */
const visitorsByCountry: Readonly<Record<string, number>> = {
  AUS: 112,
  IND: 43,
  CHN: 36,
  GBR: 24,
  KOR: 22,
  FRA: 21,
  USA: 21,
  MYS: 20,
  SGP: 20,
  DEU: 18,
  JPN: 17,
  NLD: 14,
  PHL: 13,
  TWN: 13,
  VNM: 12,
  RUS: 12,
  THA: 11,
  NZL: 10,
  CAN: 7,
  ESP: 6,
  ITA: 6,
  HKG: 4,
  SAU: 4,
  CHE: 4,
  POL: 4,
  IDN: 3,
  BEL: 3,
  IRL: 3,
  TUR: 3,
  BRA: 3,
  ZAF: 3,
}

/** Deals nations by their share of the arrivals: as of a shuffled pack, so that small countries come up too. */
export function createNationDeck(chance: Chance): () => Nation {
  const cards = nations
    .flatMap((nation) => Array.from({ length: visitorsByCountry[nation.code] ?? 1 }, () => nation))
    .map((nation) => ({ nation, place: chance.integer(0, 1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
  let dealt = 0
  return () => {
    const card = cards[dealt++ % cards.length]
    if (!card) throw new RangeError('no nations')
    return card.nation
  }
}
