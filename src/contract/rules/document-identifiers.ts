/** By what a document is recognised as an order's, in the order in which they are shown (product §12). */
export const identifiers = {
  'order id': { label: 'Order id', isCounted: true, namesTraveller: false },
  passport: { label: 'Passport', isCounted: true, namesTraveller: true },
  name: { label: 'Name', isCounted: true, namesTraveller: true },
  'birth date': { label: 'Date of birth', isCounted: true, namesTraveller: true },
  'travel date': { label: 'Travel date', isCounted: true, namesTraveller: false },
  QR: { label: 'QR code', isCounted: true, namesTraveller: true },
  // Many travellers have one flight: it speaks against an order, never for it.
  flight: { label: 'Flight', isCounted: false, namesTraveller: false },
} as const satisfies Record<string, { label: string; isCounted: boolean; namesTraveller: boolean }>

export type Identifier = keyof typeof identifiers
export const identifierNames = Object.keys(identifiers) as [Identifier, ...Identifier[]]

/** The fields of an order that are compared, of an arrival and of a departure. */
const comparedFields: Partial<Record<Identifier, readonly string[]>> = {
  passport: ['arrival_passport_number', 'departure_identity_number'],
  name: ['arrival_full_name', 'departure_full_name'],
  'birth date': ['arrival_dob', 'departure_dob'],
  'travel date': ['arrival_doa', 'departure_departure_date'],
  flight: ['arrival_flight_number', 'arrival_flight_or_vehicle_number', 'departure_flight_vehicle_number'],
}

/** The fields about which a customer is asked where a document contradicts; an order id and a code are none. */
export const fieldsOfIdentifiers = (contradicting: readonly Identifier[]): string[] =>
  contradicting.flatMap((identifier) => comparedFields[identifier] ?? [])

/** What a document says of an identifier and what the order has instead. */
export interface Contradiction {
  identifier: Identifier
  document: string
  order: string
}

/** How a document stands to an order. */
export interface Agreement {
  agrees: readonly Identifier[]
  contradicts: readonly Contradiction[]
}

/** As many must agree for a document to be certain. */
const minAgreeing = 2

/** How many identifiers speak for an order. */
export const countAgreeing = ({ agrees }: Pick<Agreement, 'agrees'>): number =>
  agrees.filter((identifier) => identifiers[identifier].isCounted).length

/** Two identifiers agree, one of which names the traveller, and none contradicts. */
export const isAgreed = (found: Agreement): boolean =>
  found.contradicts.length === 0 &&
  countAgreeing(found) >= minAgreeing &&
  found.agrees.some((identifier) => identifiers[identifier].namesTraveller)

/** A sentence of what differs. */
export const contradictionText = ({ identifier, document, order }: Contradiction): string =>
  `${identifiers[identifier].label} ${document}, in the order ${order}.`
