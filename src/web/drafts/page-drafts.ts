import { keepDraft, type DraftKind } from '#contract/drafts.ts'
import { call } from '#web/lib/client.ts'
import { createDraft, type PageDraft } from './draft.ts'

/** The drafts of orders that were opened on this page: what is not kept yet survives a look elsewhere and a new sign-in. */
const drafts = new Map<string, PageDraft>()

const all = () => [...drafts.values()]
const saveAll = (isLeaving: boolean) => all().forEach((draft) => void draft.save(isLeaving))

function watchPage() {
  window.addEventListener('pagehide', () => saveAll(true))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveAll(true)
  })
  window.addEventListener('online', () => saveAll(false))
  window.addEventListener('beforeunload', (event) => {
    if (all().some((draft) => draft.isAtRisk())) event.preventDefault()
  })
}

/** The draft of a member, for an order and a kind. */
export function pageDraft(memberId: number, orderId: number, kind: DraftKind): PageDraft {
  const key = `${memberId} ${orderId} ${kind}`
  const known = drafts.get(key)
  if (known) return known
  if (drafts.size === 0) watchPage()
  const draft = createDraft(async ({ isLeaving, ...save }) => {
    const body = { orderId, kind, ...save }
    return (await call(keepDraft, { body }, { outlivesPage: isLeaving })).data
  })
  drafts.set(key, draft)
  return draft
}
