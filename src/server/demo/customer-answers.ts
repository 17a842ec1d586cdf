import { addDays, jakartaToday, windowOpensOn } from '#contract/rules/dates.ts'
import { type Nation, nations } from './nations.ts'
import { createBuyer, type Buyer } from './payments.ts'
import { createPerson, type Person } from './people.ts'
import type { Chance } from './random.ts'
import { scenarios, type Scenario } from './scenarios.ts'

const hour = 60 * 60_000
const returningCustomerCount = 8

/** Future orders spread evenly over the year, so that no month is empty. */
const evenOrderCount = 16
const meanDaysAhead = 50

interface Customer {
  customer: Person
  buyer: Buyer
}

export interface PlannedOrder extends Customer {
  scenario: Scenario
  /** The order's number within its scenario. */
  index: number
  createdAt: Date
  travelDate: string | null
}

function createCustomer(chance: Chance, nation: Nation, today: string): Customer {
  const customer = createPerson(chance, { nation, today, age: [19, 74] })
  return { customer, buyer: createBuyer(chance) }
}

/** Most windows open soon, ever fewer later. */
const daysUntilOpening = (index: number, count: number): number => {
  const fallingCount = count - evenOrderCount
  return index < fallingCount
    ? Math.ceil(-Math.log(1 - (index + 0.5) / fallingCount) * meanDaysAhead)
    : Math.ceil(((index - fallingCount + 0.5) / evenOrderCount) * 363)
}

function pickTravelDate(
  chance: Chance,
  { travel, count }: Scenario,
  index: number,
  createdAt: Date,
  now: Date,
  windowDays: number,
) {
  const today = jakartaToday(now)
  if (travel === null) return null
  if (travel === 'future') return addDays(today, daysUntilOpening(index, count) + windowDays)
  const days = chance.integer(...travel.days)
  if (travel.from === 'today') return addDays(today, days)
  const latest = addDays(today, windowDays)
  const preferred = addDays(jakartaToday(createdAt), days)
  return preferred < latest ? preferred : latest
}

/** Oldest first, so that order ids grow with time. */
export function planOrders(chance: Chance, now: Date, windowDays: number): PlannedOrder[] {
  const today = jakartaToday(now)
  const nextNation = createNationDeck(chance)
  const returningCustomers = Array.from({ length: returningCustomerCount }, () =>
    createCustomer(chance, nextNation(), today),
  )
  const planned = scenarios.flatMap((scenario) =>
    Array.from({ length: scenario.count }, (_, index) => {
      const [minAge, maxAge] = scenario.age
      const createdAt = new Date(now.getTime() - chance.integer(minAge * 3600 + 240, maxAge * 3600) * 1000)
      const travelDate = pickTravelDate(chance, scenario, index, createdAt, now, windowDays)
      const customer =
        (scenario.returning && returningCustomers[index % returningCustomerCount]) ??
        createCustomer(chance, nextNation(), today)
      return { scenario, index, createdAt, travelDate, ...customer }
    }),
  )
  return planned.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** When the order was placed, or 08:00 in Jakarta on the day its window opened. */
export function workStartsAt(
  createdAt: Date,
  travelDate: string | null,
  now: Date,
  windowDays: number,
): Date {
  const opening = travelDate ? Date.parse(`${windowOpensOn(travelDate, windowDays)}T01:00:00Z`) : 0
  return new Date(opening > createdAt.getTime() && opening < now.getTime() - hour ? opening : createdAt)
}

/** Of about 550 visitors to Bali; countries not listed have one. */
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

/** Deals nations by their share from a shuffled deck, so that small countries occur too. */
function createNationDeck(chance: Chance): () => Nation {
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
