import { normalizeText } from '../search-text.ts'
import type { CheckedOrder, GivenField } from './checked-order.ts'
import { ports, type Port } from './tables/ports.ts'

/** Where the traveller enters, as given. */
export function placeOf(order: CheckedOrder): GivenField {
  const key = ['arrival_place_of_arrival', 'arrival_place'].find((it) => order.text(it) !== '')
  return { key: key ?? 'arrival_place_of_arrival', value: key ? order.text(key) : '' }
}

/** The port that a place names; null for none, or several of different transport. */
export function portOf(order: CheckedOrder): Port | null {
  const place = normalizeText(placeOf(order).value)
  if (place === '') return null
  const named = ports.filter(({ pattern }) => pattern.test(place))
  const [first] = named
  return first && named.every(({ transport }) => transport === first.transport) ? first : null
}
