import { jakartaToday } from '#contract/rules/dates.ts'
import type { Mode } from '#contract/rules/queues.ts'
import { arrivalDeclaration } from './arrivals.ts'
import { departureDeclaration } from './departures.ts'
import { paymentFields, type Buyer } from './payments.ts'
import type { Person } from './people.ts'
import type { Chance } from './random.ts'

/** What a scenario specifies of an order. Dates are `YYYY-MM-DD`, in Jakarta's time zone. */
export interface DemoOrderInput {
  customer: Person
  buyer: Buyer
  createdAt: Date
  travelDate: string | null
  mode: Mode
  termsVersion: string
}

/** An order as one of the landing sites would send it. */
export function createDemoOrder(chance: Chance, input: DemoOrderInput): object {
  const { customer, buyer, createdAt, travelDate, mode, termsVersion } = input
  const declare = chance.percent(78) ? arrivalDeclaration : departureDeclaration
  const paidAt = new Date(createdAt.getTime() - chance.integer(20, 200) * 1000).toISOString()
  return {
    ...declare(chance, customer, travelDate, jakartaToday(createdAt)),
    email: chance.percent(85) ? customer.email : `buyer.${customer.email}`,
    processing_mode: mode,
    language: chance.pick(customer.nation.languages),
    amount: chance.pick([39, 45, 49, 59, 79]) + (mode === 'priority' ? 30 : 0),
    currency: chance.pick(['USD', 'USD', 'USD', 'EUR', 'AUD']),
    ...paymentFields(chance, buyer, paidAt, termsVersion),
  }
}
