import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Draft, type DraftContent, type DraftKind, keepDraft } from '#contract/drafts.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { call } from '#web/lib/client.ts'
import { type DraftView, type PageDraft, createDraft } from './draft.ts'

interface UseDraftOptions {
  orderId: number
  kind: DraftKind
  drafts: readonly Draft[]
}

/** A member's draft for an order, saved by the server as they type (product §12). */
export function useDraft({ orderId, kind, drafts }: UseDraftOptions): { draft: PageDraft; view: DraftView } {
  const { id: memberId } = useCurrentMember()
  const found = drafts.find((it) => it.kind === kind)
  const [draft] = useState(() => {
    const opened = pageDraft(memberId, orderId, kind)
    if (found) opened.adopt(found)
    return opened
  })
  useEffect(() => {
    if (found) draft.adopt(found)
  }, [draft, found])
  useEffect(() => {
    void draft.save()
    return () => void draft.save()
  }, [draft])
  return { draft, view: useSyncExternalStore(draft.subscribe, draft.view) }
}

interface DraftedForm {
  draft: PageDraft
  view: DraftView
  content: DraftContent
  setContent: (content: DraftContent) => void
}

export function useDraftedForm({ draft, view, content, setContent }: DraftedForm): void {
  const written = JSON.stringify(content)
  useEffect(() => draft.change(JSON.parse(written) as DraftContent), [draft, written])
  const { replacements } = view
  const shown = useRef(replacements)
  useEffect(() => {
    if (shown.current === replacements) return
    shown.current = replacements
    setContent(draft.view().content)
  }, [draft, replacements, setContent])
}

/** The drafts of this page load: an unsaved draft survives navigation and a new sign-in. */
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

function pageDraft(memberId: number, orderId: number, kind: DraftKind): PageDraft {
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
