import { draftChanged, emptyDraft, isEmptyDraft, type Draft, type DraftContent } from '#contract/drafts.ts'
import { CallError } from '#web/lib/call-error.ts'

/** ms after the last key. */
export const saveAfterMs = 400
/** ms after the first key that is not saved, however fast the next ones follow. */
const saveAtLatestMs = 1000
const firstRetryMs = 1000
const maxRetryMs = 15_000

/** `kept`: the server has exactly what the field shows; `unreachable`: it is tried again; `refused`: until it is changed. */
type DraftState = 'untouched' | 'saving' | 'kept' | 'unreachable' | 'refused'

export interface DraftView {
  content: DraftContent
  /** What another page had. */
  other: DraftContent | null
  state: DraftState
  /** Why it is not kept. */
  reason: string
  /** Of what the server has; null for nothing. */
  revision: number | null
  /** How often the content became another by something else than typing. */
  replacements: number
}

export interface DraftSave {
  content: DraftContent
  other: DraftContent | null | undefined
  revision: number | null
  saveNumber: number
  /** The page is being left. */
  isLeaving: boolean
}

const isSame = (one: DraftContent, two: DraftContent): boolean =>
  one.text === two.text &&
  one.moveTo === two.moveTo &&
  String(one.flags) === String(two.flags) &&
  String(one.fields) === String(two.fields)

/** May succeed a moment later. */
const isPassing = ({ httpStatus }: CallError) => httpStatus === 0 || httpStatus === 429 || httpStatus >= 500

const foundIn = ({ data }: CallError): Draft | null => (data as { draft: Draft | null }).draft

export type PageDraft = ReturnType<typeof createDraft>

/**
 * A text that is being written. `keep` sends it to the server and answers the new revision. Of two pages the one that was
 * written on last wins, and has the text of the other one beside its own.
 */
export function createDraft(keep: (save: DraftSave) => Promise<number | null>) {
  let view: DraftView = {
    content: emptyDraft,
    other: null,
    state: 'untouched',
    reason: '',
    revision: null,
    replacements: 0,
  }
  /** What the server has. */
  let stored: DraftContent = emptyDraft
  /** What it is to have beside it; undefined: as it is. */
  let otherToStore: DraftContent | null | undefined
  let newestRevision = 0
  let saves = 0
  let failures = 0
  let unsavedSince: number | null = null
  let isSaving = false
  let sentRevision: number | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function show(changes: Partial<DraftView>) {
    view = { ...view, ...changes }
    for (const listener of listeners) listener()
  }
  const isStored = () => isSame(view.content, stored) && otherToStore === undefined
  const isSending = () => sentRevision !== undefined
  const showStored = () =>
    show({ state: isEmptyDraft(view.content) && !view.other ? 'untouched' : 'kept', reason: '' })

  function saveLater(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }

  function noteStored(revision: number | null, content: DraftContent) {
    newestRevision = Math.max(newestRevision, revision ?? 0)
    stored = content
    show({ revision })
  }

  /** Another page has changed it: what is typed here goes in its place, and what was there stays beside it. */
  function noteChanged(found: Draft | null) {
    noteStored(found?.revision ?? null, found?.content ?? emptyDraft)
    if (!found) return
    if (isEmptyDraft(found.content) || isSame(found.content, view.content)) show({ other: found.other })
    else {
      otherToStore = found.content
      show({ other: found.content })
    }
  }

  function noteFailure(error: unknown) {
    if (!(error instanceof CallError)) throw error
    if (error.code === draftChanged) {
      noteChanged(foundIn(error))
      saveLater(0)
    } else if (isPassing(error)) {
      const reason = error.httpStatus === 0 ? 'no connection' : 'the server is busy'
      show({ state: 'unreachable', reason })
      saveLater(Math.min(firstRetryMs * 2 ** failures++, maxRetryMs))
    } else show({ state: 'refused', reason: error.message })
  }

  async function save(isLeaving = false): Promise<void> {
    clearTimeout(timer)
    // What is left unsaved by one that is under way follows it; of a page that is left nothing can.
    if (isStored() || isSending() || (isSaving && !isLeaving)) return
    isSaving = true
    unsavedSince = null
    const { content, revision } = view
    const other = otherToStore
    try {
      const next = await keep({ content, other, revision, saveNumber: ++saves, isLeaving })
      failures = 0
      if (otherToStore === other) otherToStore = undefined
      noteStored(next, content)
      if (isStored()) showStored()
      else saveLater(saveAfterMs)
    } catch (error) {
      noteFailure(error)
    } finally {
      isSaving = false
    }
    if (isStored()) showStored()
  }

  function change(content: DraftContent) {
    if (isSame(content, view.content)) return
    const isFailing = view.state === 'unreachable' || view.state === 'refused'
    show({ content, state: isFailing ? view.state : 'saving' })
    unsavedSince ??= Date.now()
    saveLater(Math.min(saveAfterMs, Math.max(0, unsavedSince + saveAtLatestMs - Date.now())))
  }

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change,
    save,
    /** Whether it would be lost with the page. */
    isAtRisk: () => !isStored() && (view.state === 'unreachable' || view.state === 'refused'),
    /** What the server had when the order was read: newer than what is here, it takes its place unless something is unsaved. */
    adopt(found: Draft) {
      if (found.revision <= newestRevision || !isStored() || isSaving || isSending()) return
      noteStored(found.revision, found.content)
      show({ content: found.content, other: found.other, replacements: view.replacements + 1 })
      showStored()
    },
    /** Puts the other text in the place of this one, which then is the other. */
    restoreOther() {
      if (!view.other) return
      otherToStore = isEmptyDraft(view.content) ? null : view.content
      show({ content: view.other, other: otherToStore, replacements: view.replacements + 1, state: 'saving' })
      saveLater(0)
    },
    dropOther() {
      otherToStore = null
      show({ other: null })
      saveLater(0)
    },
    /** From now on nothing is saved, until it is said how sending ended, with which the draft of this revision ends. */
    beginSending(revision: number | null) {
      clearTimeout(timer)
      sentRevision = revision
    },
    endSending(isSent: boolean) {
      const revision = sentRevision
      sentRevision = undefined
      if (isSent) {
        // A save that was under way has brought another revision: the empty text follows it.
        if (view.revision === revision) noteStored(null, emptyDraft)
        otherToStore = undefined
        show({ content: emptyDraft, other: null, replacements: view.replacements + 1 })
      }
      if (isStored()) showStored()
      else saveLater(0)
    },
  }
}
