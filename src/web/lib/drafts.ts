/** What was written and not saved, by the id of what it is about: it outlives leaving the page and a session that ends, not the window. */
export interface Drafts {
  get: (id: number) => string
  set: (id: number, text: string) => void
}

export function createDrafts(): Drafts {
  const drafts = new Map<number, string>()
  return {
    get: (id) => drafts.get(id) ?? '',
    set: (id, text) => {
      if (text === '') drafts.delete(id)
      else drafts.set(id, text)
    },
  }
}
