import { maskCards } from './card-numbers.ts'
import { maskedCard } from './masking.ts'

/** Fields, with all their contents, that keep digits that look like a card number, and the reason. */
export const fieldsWithOtherNumbers = {
  orderId: 'an order id',
  order_id: 'an order id',
  transactionId: 'a transaction id',
  transaction_id: 'a transaction id',
  charge_id: 'a transaction id',
  payment_intent_id: 'a transaction id',
  gateway_dispute_id: 'the id of a dispute at its gateway',
  id: 'an id of this server',
  mailId: 'an id of this server',
  sessionId: 'an id of this server',
  file1: 'a name that the server gave',
  replaces: 'a name that the server gave',
  undo: 'a secret that the server gave',
  token: 'a secret that the server gave',
  password: 'stored as a hash only',
  newPassword: 'stored as a hash only',
  currentPassword: 'stored as a hash only',
  code: 'a code of a second factor, stored as a hash at most',
  passkey: 'keys and signatures in base64',
  credential: 'keys and signatures in base64',
  searchVal: 'a search, which may be for a transaction id',
  after: 'the key of a row',
  before: 'the key of a row',
} as const satisfies Record<string, string>

const telephoneOrImei = /(^|_)(phone|telephone|imei)(_|$)/
/** A list's filter by a field, which may be the transaction id; it is not stored. */
const listFilter = /^filter\[/

/** Whether the field never holds a card number: ids, telephone and IMEI numbers, secrets, filters. */
export const keepsNumbers = (key: string): boolean =>
  Object.hasOwn(fieldsWithOtherNumbers, key) || telephoneOrImei.test(key) || listFilter.test(key)

const codeFields = /(^|_)(cvv|cvc|csc|security_code)/

/** A field for a security code. */
const maskCode = (key: string, text: string): string =>
  codeFields.test(key) && /^\s*\d{3,4}\s*$/.test(text) ? maskedCard('') : text

/** The text of a field with card numbers masked. */
export const maskCardsOfField = (key: string, text: string): string =>
  keepsNumbers(key) ? text : maskCode(key, maskCards(text))
