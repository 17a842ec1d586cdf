import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Draft, DraftContent, DraftKind } from '#contract/drafts.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import type { DraftView, PageDraft } from './draft.ts'
import { pageDraft } from './page-drafts.ts'

interface UseDraftOptions {
  orderId: number
  kind: DraftKind
  /** What the order's details have. */
  drafts: readonly Draft[]
}

/** What the member is writing about an order, kept by the server as they type (product §12). */
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
  /** What the form has. */
  content: DraftContent
  setContent: (content: DraftContent) => void
}

/** Saves what the form has, and puts into it what came from elsewhere. */
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
