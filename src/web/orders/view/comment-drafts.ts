/** What was written and not saved, by order: it outlives leaving the page and a session that ends, not the window. */
const drafts = new Map<number, string>()

export const draftOf = (orderId: number): string => drafts.get(orderId) ?? ''

export function keepDraft(orderId: number, text: string) {
  if (text === '') drafts.delete(orderId)
  else drafts.set(orderId, text)
}
