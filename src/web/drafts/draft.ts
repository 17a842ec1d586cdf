import { emptyDraft, isEmptyDraft, type Draft, type DraftContent } from '#contract/drafts.ts'
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
  /** The text in whose place another page has written; '' for none. */
  other: string
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
  revision: number | null
  withoutOther: boolean
  /** The page is being left. */
  isLeaving: boolean
}

/** What the server has then. */
type KeptDraft = Pick<DraftView, 'revision' | 'other'>

const isSame = (one: DraftContent, two: DraftContent): boolean =>
  one.text === two.text &&
  one.moveTo === two.moveTo &&
  String(one.flags) === String(two.flags) &&
  String(one.fields) === String(two.fields)

/** May succeed a moment later. */
const isPassing = ({ httpStatus }: CallError) => httpStatus === 0 || httpStatus === 429 || httpStatus >= 500

export type PageDraft = ReturnType<typeof createDraft>

/** A text that is being written. `keep` sends it to the server, which keeps what another page has written beside it. */
export function createDraft(keep: (save: DraftSave) => Promise<KeptDraft>) {
  let view: DraftView = {
    content: emptyDraft,
    other: '',
    state: 'untouched',
    reason: '',
    revision: null,
    replacements: 0,
  }
  /** What the server has. */
  let stored: DraftContent = emptyDraft
  let newestRevision = 0
  let letsOtherGo = false
  let failures = 0
  let unsavedSince: number | null = null
  let isSaving = false
  let saving = Promise.resolve()
  let sentRevision: number | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function show(changes: Partial<DraftView>) {
    view = { ...view, ...changes }
    for (const listener of listeners) listener()
  }
  const isStored = () => isSame(view.content, stored) && !letsOtherGo
  const isSending = () => sentRevision !== undefined
  const showStored = () =>
    show({ state: isEmptyDraft(view.content) && view.other === '' ? 'untouched' : 'kept', reason: '' })

  function saveLater(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }

  /** Of two saves at once the answer to the first may come last. */
  function noteStored({ revision, other }: KeptDraft, content: DraftContent) {
    if (revision !== null && revision < newestRevision) return
    newestRevision = revision ?? newestRevision
    stored = content
    show({ revision, other })
  }

  function noteFailure(error: unknown) {
    if (!(error instanceof CallError)) throw error
    if (isPassing(error)) {
      const reason = error.httpStatus === 0 ? 'no connection' : 'the server is busy'
      show({ state: 'unreachable', reason })
      saveLater(Math.min(firstRetryMs * 2 ** failures++, maxRetryMs))
    } else show({ state: 'refused', reason: error.message })
  }

  async function send(isLeaving: boolean): Promise<void> {
    isSaving = true
    unsavedSince = null
    const { content, revision } = view
    const withoutOther = letsOtherGo
    letsOtherGo = false
    try {
      noteStored(await keep({ content, revision, withoutOther, isLeaving }), content)
      failures = 0
      if (!isStored()) saveLater(saveAfterMs)
    } catch (error) {
      letsOtherGo ||= withoutOther
      noteFailure(error)
    } finally {
      isSaving = false
    }
    if (isStored()) showStored()
  }

  /** What is left unsaved by one that is under way follows it; of a page that is left nothing can. */
  function save(isLeaving = false): Promise<void> {
    clearTimeout(timer)
    if (!isStored() && !isSending() && (isLeaving || !isSaving)) saving = send(isLeaving)
    return saving
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
      noteStored(found, found.content)
      show({ content: found.content, replacements: view.replacements + 1 })
      showStored()
    },
    /** Puts the other text in the place of this one, which then is the other. */
    async restoreOther() {
      await save()
      await save()
      if (!isStored() || view.other === '') return
      // As written on nothing, so that the server keeps this text beside it.
      const content = { ...view.content, text: view.other }
      show({ content, revision: null, replacements: view.replacements + 1, state: 'saving' })
      saveLater(0)
    },
    dropOther() {
      letsOtherGo = true
      show({ other: '' })
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
        if (view.revision === revision) noteStored({ revision: null, other: '' }, emptyDraft)
        show({ content: emptyDraft, other: '', replacements: view.replacements + 1 })
      }
      if (isStored()) showStored()
      else saveLater(0)
    },
  }
}
