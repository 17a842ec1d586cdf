import { normalizeText } from './search-text.ts'

/** Six to fifteen digits (product §5); twice the largest is still a safe integer. */
export const isOrderId = (text: string): boolean => /^[1-9]\d{5,14}$/.test(text)

/**
 * The id as links contain it: doubled, then base64 without padding (spec §3). Digits encode to letters and digits only, so it
 * needs no escaping in a path, and it starts with M, N or O, which distinguishes it from a plain id.
 * @throws RangeError for what is not an order id
 */
export function encodeOrderId(id: number | string): string {
  if (!isOrderId(String(id))) throw new RangeError(`not an order id: ${id}`)
  return btoa(String(Number(id) * 2)).replaceAll('=', '')
}

/** The plain id of a link's segment, encoded or plain (product §5); null for anything that is neither. */
export function decodeOrderId(text: string): string | null {
  if (isOrderId(text)) return text
  if (!/^[MNO][0-9A-Za-z]{7,21}$/.test(text) || text.length % 4 === 1) return null
  const id = String(Number(atob(text)) / 2)
  return isOrderId(id) && encodeOrderId(id) === text ? id : null
}

const ownLink =
  /(?:\/|%2F)(?:track-order|get-new-order-details|view-order|filing)(?:\/|%2F)([0-9A-Za-z]{6,22})(?![0-9A-Za-z])/i
const ownAddress = /(?<!\d)([1-9]\d{5,14})@/
const thousands = /(?<!\d)\d{1,3}(?:[,'\u066c]\d{3})+(?!\d)/g

/** The id in our own link, or in its last segment alone; null for any other text. */
export const linkedOrderId = (text: string): string | null =>
  (isOrderId(text.trim()) ? null : decodeOrderId(text.trim())) ?? decodeOrderId(ownLink.exec(text)?.[1] ?? '')

/**
 * The order id in what was typed or pasted (product §16): from our own link or an address first, else the first run of
 * 6 to 15 digits of any script, over blanks, dots and hyphens within it, or in groups of three; null for what has none.
 */
export function readOrderId(text: string): string | null {
  const linked = linkedOrderId(text)
  if (linked !== null) return linked
  const plain = normalizeText(text).replaceAll(thousands, (group) => group.replaceAll(/\D/g, ''))
  const runs = plain.match(/\d+(?:[ \t\u00a0.‐-―-]\d+)*/g) ?? []
  const joined = runs.map((run) => run.replaceAll(/\D/g, ''))
  const separate = runs.flatMap((run) => run.match(/\d+/g) ?? [])
  return ownAddress.exec(plain)?.[1] ?? [...joined, ...separate].find(isOrderId) ?? null
}

/** Sender and reply address of an order's mails (spec §3). */
export const applicationEmail = (orderId: number | string, sendDomain: string): string =>
  `${orderId}@${sendDomain}`
