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

/** Sender and reply address of an order's mails (spec §3). */
export const applicationEmail = (orderId: number | string, sendDomain: string): string =>
  `${orderId}@${sendDomain}`
