/** What was written and not saved, by order: it outlives leaving the page and a session that ends, not the window. */
export interface Drafts {
  of: (orderId: number) => string
  keep: (orderId: number, text: string) => void
}

export function createDrafts(): Drafts {
  const drafts = new Map<number, string>()
  return {
    of: (orderId) => drafts.get(orderId) ?? '',
    keep: (orderId, text) => {
      if (text === '') drafts.delete(orderId)
      else drafts.set(orderId, text)
    },
  }
}
