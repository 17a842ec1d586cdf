/** Arrival or Departure by the landing domain; arrival where it holds both words (spec §1, product §2). */
export const orderTypes = ['Arrival', 'Departure', 'Unknown'] as const
export type OrderType = (typeof orderTypes)[number]
export function orderType(landingDomain: string): OrderType {
  const domain = landingDomain.toLowerCase()
  if (domain.includes('arrival')) return 'Arrival'
  return domain.includes('departure') ? 'Departure' : 'Unknown'
}
