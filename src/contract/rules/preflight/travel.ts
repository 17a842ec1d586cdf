import { addDays, daysUntil, displayDate, isIsoDate, jakartaMidnight, parseLocalDateTime } from '../dates.ts'
import { normalizeText } from '../search-text.ts'
import { perhapsMeant } from '../travel-dates.ts'
import type { Check, Found } from './check.ts'
import type { CheckedOrder } from './checked-order.ts'
import { placeOf, portOf } from './ports.ts'
import { airlineDesignators, overnightFlights } from './tables/airlines.ts'
import { transportLabels } from './transport.ts'

const maxDaysAhead = 365
const maxDaysOfStay = 180
const leavesKey = 'arrival_dod'
const documentDateKey = 'departure_document_date'
const hourMs = 3_600_000

const verb = ({ prefix }: CheckedOrder) => (prefix === 'arrival' ? 'Arrival' : 'Departure')

function travelNotMeant(order: CheckedOrder): Found | null {
  const { unmeantDate, orderedOn } = order
  if (!unmeantDate) return null
  return {
    fields: [order.field('travel').key],
    message: `${verb(order)} ${displayDate(unmeantDate)} cannot be meant.${perhapsMeant(unmeantDate, orderedOn)}`,
  }
}

function travelBeforeOrder(order: CheckedOrder): Found | null {
  const { travelDate, orderedOn } = order
  if (!travelDate || travelDate >= orderedOn) return null
  return {
    fields: [order.field('travel').key],
    message: `${verb(order)} ${displayDate(travelDate)}, ordered ${displayDate(orderedOn)}. Perhaps a wrong month or year.`,
  }
}

function travelPast(order: CheckedOrder): Found | null {
  const { travelDate, orderedOn, today } = order
  if (!travelDate || travelDate < orderedOn || travelDate >= today) return null
  return {
    fields: [order.field('travel').key],
    message: `${verb(order)} ${displayDate(travelDate)} is past, and the order is still open.`,
  }
}

function travelFarAhead(order: CheckedOrder): Found | null {
  const { travelDate, orderedOn } = order
  if (!travelDate || daysUntil(travelDate, orderedOn) <= maxDaysAhead) return null
  return {
    fields: [order.field('travel').key],
    message: `${verb(order)} ${displayDate(travelDate)}, ordered ${displayDate(orderedOn)}: ${daysUntil(travelDate, orderedOn)} days ahead.`,
  }
}

/** Days from arrival to departure; null where one is missing. */
const daysOfStay = ({ travelDate, text }: CheckedOrder): number | null =>
  travelDate && isIsoDate(text(leavesKey)) ? daysUntil(text(leavesKey), travelDate) : null

function leavesBeforeArrival(order: CheckedOrder): Found | null {
  const days = daysOfStay(order)
  if (days === null || days >= 0) return null
  return {
    fields: [leavesKey, 'arrival_doa'],
    message: `Arrival ${displayDate(order.travelDate)}, departure ${displayDate(order.text(leavesKey))}.`,
  }
}

function longStay(order: CheckedOrder): Found | null {
  const days = daysOfStay(order)
  if (days === null || days <= maxDaysOfStay) return null
  return {
    fields: [leavesKey],
    message: `Arrival ${displayDate(order.travelDate)}, departure ${displayDate(order.text(leavesKey))}: ${days} days.`,
  }
}

interface Flight {
  key: string
  asGiven: string
  /** In capitals, without blanks. */
  number: string
}

/** The flight of an order by air; of departures also where their transport is not said, as it is on their form. */
function flightOf(order: CheckedOrder): Flight | null {
  const { key, value } = order.field('flight')
  return value === '' ? null : { key, asGiven: value, number: value.toUpperCase().replaceAll(/[\s.-]/g, '') }
}

/** Two characters, not both digits, or three letters (ICAO); up to four digits; perhaps a letter, but none like a digit. */
const flightForm = /^(?:[A-Z][A-Z0-9]|[0-9][A-Z]|[A-Z]{3})0{0,3}[1-9]\d{0,3}[A-HJKMNP-RT-Z]?$/

const slips: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0', S: '5', B: '8' }

/** The number with letters where digits belong read as digits; null where that gives no flight number. */
function flightReadOtherwise({ number }: Flight): string | null {
  const [designator, digits] = [number.slice(0, 2), number.slice(2)]
  const read = digits.replaceAll(/[ILOSB]/g, (letter) => slips[letter] ?? letter)
  const airlines = [designator, designator.replace('0', 'O'), designator.replace('1', 'I')]
  const known = airlines.find((it) => airlineDesignators.has(it)) ?? designator
  const flight = `${known}${read}`
  return flight !== number && flightForm.test(flight) ? `${known} ${read}` : null
}

/** A designator that is an airline's once its 0 or 1 is read as a letter. */
const hasMistypedAirline = ({ number }: Flight): boolean => {
  const designator = number.slice(0, 2)
  return (
    /[01]/.test(designator) &&
    !airlineDesignators.has(designator) &&
    airlineDesignators.has(designator.replace('0', 'O').replace('1', 'I'))
  )
}

const noFlight = /^(private|charter|none|no|na|n\/a|tba|unknown)\b/i

function strangeFlight(order: CheckedOrder): Found | null {
  const flight = flightOf(order)
  if (!flight || order.transport === 'sea' || order.transport === 'land' || noFlight.test(flight.asGiven))
    return null
  // A departure's field takes vehicles too.
  if (order.prefix === 'departure' && !/^[a-z0-9]{2,3}[ -]?\d/i.test(flight.asGiven)) return null
  // Two legs, as of a connecting flight.
  const legs = flight.asGiven
    .split(/[/,&+]/)
    .map((leg) => ({ ...flight, number: leg.toUpperCase().replaceAll(/[\s.-]/g, '') }))
  if (legs.every((leg) => flightForm.test(leg.number) && !hasMistypedAirline(leg))) return null
  const [read] = legs.flatMap((leg) => flightReadOtherwise(leg) ?? [])
  return {
    fields: [flight.key],
    message: `${flight.asGiven} is no airline's two characters and up to four digits.${read ? ` Perhaps ${read}.` : ''}`,
  }
}

/** A vehicle's plate may look like a flight, but seldom one of an airline that comes here. */
const isFlightOfKnownAirline = (text: string): boolean =>
  airlineDesignators.has(text.slice(0, 2).toUpperCase()) && /^..[ -]?\d{1,4}$/.test(text)

function otherTransport(order: CheckedOrder): Found | null {
  const [flight, vessel, vehicle] = [
    order.text('arrival_flight_number'),
    order.text('arrival_vessel_name'),
    order.text('arrival_flight_or_vehicle_number'),
  ]
  const { transport } = order
  if (transport === null || order.prefix === 'departure') return null
  const says = (key: string, value: string, what: string): Found => ({
    fields: [key, 'arrival_mode_of_transport'],
    message: `Comes ${transportLabels[transport]}, but gives ${what} ${value}.`,
  })
  if (transport !== 'air' && flight !== '') return says('arrival_flight_number', flight, 'flight')
  if (transport !== 'sea' && vessel !== '') return says('arrival_vessel_name', vessel, 'vessel')
  if (transport === 'land' && isFlightOfKnownAirline(vehicle))
    return says('arrival_flight_or_vehicle_number', vehicle, 'flight')
  if (transport === 'air' && /\b(mv|km|kmp|ferry|ms)\b/.test(normalizeText(flight)))
    return says('arrival_flight_number', flight, 'vessel')
  return null
}

function otherPort(order: CheckedOrder): Found | null {
  const port = portOf(order)
  const { transport } = order
  if (!port || !transport || port.transport === transport) return null
  const { key } = placeOf(order)
  return {
    fields: [key, 'arrival_mode_of_transport'],
    message: `Comes ${transportLabels[transport]}, but ${port.name} is reached ${transportLabels[port.transport]}.`,
  }
}

const nightEndsAt = '04:00:00'

/** A date given for the evening on which a flight leaves, where it lands, or leaves, after midnight. */
function nightFlight(order: CheckedOrder): Found | null {
  const { travelDate, text } = order
  if (!travelDate) return null
  const flight = flightOf(order)
  const inTheAir =
    flight && order.prefix === 'arrival'
      ? overnightFlights[flight.number.replace(/(?<=^..)0+/, '')]
      : undefined
  if (flight && inTheAir) {
    const [leaves, lands] = inTheAir.map((hours) => jakartaMidnight(travelDate).getTime() + hours * hourMs)
    const orderedAt = order.createdAt.getTime()
    // Ordered in the air of the flight that lands on that day: the date is rather the one on which it leaves.
    if (orderedAt > (leaves ?? Infinity) && orderedAt < (lands ?? -Infinity))
      return {
        fields: ['arrival_doa', flight.key],
        message: `${flight.asGiven} lands the day after it leaves, and was in the air when this was ordered. If it leaves on ${displayDate(travelDate)}, the arrival is ${displayDate(addDays(travelDate, 1))}.`,
      }
  }
  const key = 'departure_departure_date'
  const leavesAt = parseLocalDateTime(text(key))
  const formDate = text('departure_departure_date_bc32')
  if (leavesAt && leavesAt.time < nightEndsAt && isIsoDate(formDate) && formDate !== leavesAt.date)
    return {
      fields: [key, 'departure_departure_date_bc32'],
      message: `Departure ${displayDate(leavesAt.date)} at ${leavesAt.time.slice(0, 5)}, by night, but ${displayDate(formDate)} in BC 3.2. One of them is the day before.`,
    }
  return null
}

function documentAfterTravel(order: CheckedOrder): Found | null {
  const date = order.text(documentDateKey)
  if (!order.travelDate || !isIsoDate(date) || date <= order.travelDate) return null
  return {
    fields: [documentDateKey],
    message: `Document of ${displayDate(date)}, departure ${displayDate(order.travelDate)}.`,
  }
}

export const travelChecks: readonly Check[] = [
  {
    code: 'travel-not-meant',
    severity: 'stop',
    title: 'Travel date cannot be meant',
    find: travelNotMeant,
  },
  {
    code: 'travel-before-order',
    severity: 'stop',
    title: 'Travel date is before the order',
    find: travelBeforeOrder,
  },
  { code: 'travel-past', severity: 'stop', title: 'Travel date is past', find: travelPast },
  {
    code: 'travel-far-ahead',
    severity: 'warn',
    title: 'Travel date is over a year ahead',
    find: travelFarAhead,
  },
  {
    code: 'leaves-before-arrival',
    severity: 'stop',
    title: 'Departure is before arrival',
    find: leavesBeforeArrival,
  },
  { code: 'long-stay', severity: 'warn', title: 'Stay of over 180 days', find: longStay },
  {
    code: 'flight-form',
    severity: 'warn',
    title: 'Flight number does not fit the airline’s form',
    find: strangeFlight,
  },
  {
    code: 'other-transport',
    severity: 'warn',
    title: 'Flight or vessel of another transport',
    find: otherTransport,
  },
  { code: 'other-port', severity: 'warn', title: 'Port does not fit the transport', find: otherPort },
  {
    code: 'night-flight',
    severity: 'warn',
    title: 'Night flight may be dated a day wrong',
    find: nightFlight,
  },
  {
    code: 'document-after-travel',
    severity: 'warn',
    title: 'Document is dated after departure',
    find: documentAfterTravel,
  },
]
