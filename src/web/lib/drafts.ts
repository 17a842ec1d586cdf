/** Unsaved texts by the id of their subject, kept in memory: they survive navigation and an ended session, but not closing the window. */
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
