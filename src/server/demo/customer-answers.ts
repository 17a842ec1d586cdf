import { addDays, jakartaToday, windowOpensOn } from '#contract/rules/dates.ts'
import { nations } from './nations.ts'
import { createBuyer, type Buyer } from './payments.ts'
import { createPerson, type Person } from './people.ts'
import type { Chance } from './random.ts'
import { scenarios, type Scenario } from './scenarios.ts'

const hour = 60 * 60_000
const returningCustomerCount = 8

/** Countries whose travellers are four times as likely as others. */
const frequentCountries = new Set(
  'AUS CHN MYS SGP IND JPN KOR VNM TWN THA PHL GBR USA FRA DEU NLD SAU RUS'.split(' '),
)
const weightedNations = [
  ...nations,
  ...[1, 2, 3].flatMap(() => nations.filter(({ code }) => frequentCountries.has(code))),
]

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

function createCustomer(chance: Chance, today: string): Customer {
  const customer = createPerson(chance, { nation: chance.pick(weightedNations), today, age: [19, 74] })
  return { customer, buyer: createBuyer(chance) }
}

/** A travel date as the scenario specifies it. `index` is the order's number within the scenario. */
function pickTravelDate(
  chance: Chance,
  { travel }: Scenario,
  index: number,
  createdAt: Date,
  now: Date,
  windowDays: number,
) {
  const today = jakartaToday(now)
  if (travel === null) return null
  if (travel !== 'months') {
    const days = chance.integer(...travel.days)
    if (travel.from === 'today') return addDays(today, days)
    const latest = addDays(today, windowDays)
    const preferred = addDays(jakartaToday(createdAt), days)
    return preferred < latest ? preferred : latest
  }
  const month = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  month.setUTCMonth(month.getUTCMonth() + (index % 12))
  const opening = `${month.toISOString().slice(0, 7)}-${String(chance.integer(1, 28)).padStart(2, '0')}`
  const nextOpening = opening > today ? opening : `${Number(opening.slice(0, 4)) + 1}${opening.slice(4)}`
  return addDays(nextOpening, windowDays)
}

/** The orders of all scenarios, oldest first, so that order ids grow with time. */
export function planOrders(chance: Chance, now: Date, windowDays: number): PlannedOrder[] {
  const today = jakartaToday(now)
  const returningCustomers = Array.from({ length: returningCustomerCount }, () =>
    createCustomer(chance, today),
  )
  const planned = scenarios.flatMap((scenario) =>
    Array.from({ length: scenario.count }, (_, index) => {
      const [minAge, maxAge] = scenario.age
      const createdAt = new Date(now.getTime() - chance.integer(minAge * 3600 + 240, maxAge * 3600) * 1000)
      const travelDate = pickTravelDate(chance, scenario, index, createdAt, now, windowDays)
      const customer =
        (scenario.returning && returningCustomers[index % returningCustomerCount]) ??
        createCustomer(chance, today)
      return { scenario, index, createdAt, travelDate, ...customer }
    }),
  )
  return planned.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Work begins when the order was placed and its window has opened, at 08:00 in Jakarta. */
export function workStartsAt(
  createdAt: Date,
  travelDate: string | null,
  now: Date,
  windowDays: number,
): Date {
  const opening = travelDate ? Date.parse(`${windowOpensOn(travelDate, windowDays)}T01:00:00Z`) : 0
  return new Date(opening > createdAt.getTime() && opening < now.getTime() - hour ? opening : createdAt)
}
