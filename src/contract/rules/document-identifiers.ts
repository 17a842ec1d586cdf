/** Identifiers that link a document to an order, in display order (product §12). */
export const identifiers = {
  'order id': { label: 'Order id', isCounted: true, namesTraveller: false },
  passport: { label: 'Passport', isCounted: true, namesTraveller: true },
  name: { label: 'Name', isCounted: true, namesTraveller: true },
  'birth date': { label: 'Date of birth', isCounted: true, namesTraveller: true },
  'travel date': { label: 'Travel date', isCounted: true, namesTraveller: false },
  QR: { label: 'QR code', isCounted: true, namesTraveller: true },
  // Many travellers share a flight: it can contradict, but never agree.
  flight: { label: 'Flight', isCounted: false, namesTraveller: false },
} as const satisfies Record<string, { label: string; isCounted: boolean; namesTraveller: boolean }>

export type Identifier = keyof typeof identifiers
export const identifierNames = Object.keys(identifiers) as [Identifier, ...Identifier[]]

const comparedFields: Partial<Record<Identifier, readonly string[]>> = {
  passport: ['arrival_passport_number', 'departure_identity_number'],
  name: ['arrival_full_name', 'departure_full_name'],
  'birth date': ['arrival_dob', 'departure_dob'],
  'travel date': ['arrival_doa', 'departure_departure_date'],
  flight: ['arrival_flight_number', 'arrival_flight_or_vehicle_number', 'departure_flight_vehicle_number'],
}

/** Fields to ask the customer about when a document contradicts; order id and QR code have none. */
export const fieldsOfIdentifiers = (contradicting: readonly Identifier[]): string[] =>
  contradicting.flatMap((identifier) => comparedFields[identifier] ?? [])

/** A document's value of an identifier, and the order's. */
export interface Contradiction {
  identifier: Identifier
  document: string
  order: string
}

/** Comparison of a document with an order. */
export interface Agreement {
  agrees: readonly Identifier[]
  contradicts: readonly Contradiction[]
}

/** Number of identifiers that must agree for a certain document. */
const minAgreeing = 2

export const countAgreeing = ({ agrees }: Pick<Agreement, 'agrees'>): number =>
  agrees.filter((identifier) => identifiers[identifier].isCounted).length

/** Two identifiers agree, one of which names the traveller, and none contradicts. */
export const isAgreed = (found: Agreement): boolean =>
  found.contradicts.length === 0 &&
  countAgreeing(found) >= minAgreeing &&
  found.agrees.some((identifier) => identifiers[identifier].namesTraveller)

export const contradictionText = ({ identifier, document, order }: Contradiction): string =>
  `${identifiers[identifier].label} ${document}, in the order ${order}.`
