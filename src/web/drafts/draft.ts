import { emptyDraft, isEmptyDraft, type Draft, type DraftContent } from '#contract/drafts.ts'
import { CallError } from '#web/lib/call-error.ts'

/** ms after the last key */
export const saveAfterMs = 400
/** ms after the first unsaved key */
const saveAtLatestMs = 1000
const firstRetryMs = 1000
const maxRetryMs = 15_000

/** `kept`: the server has exactly the shown text; `unreachable`: retried; `refused`: not retried until the text changes. */
type DraftState = 'untouched' | 'saving' | 'kept' | 'unreachable' | 'refused'

export interface DraftView {
  content: DraftContent
  /** The text of another page that this page has replaced; '' for none. */
  other: string
  state: DraftState
  reason: string
  /** Revision on the server; null for none. */
  revision: number | null
  /** Incremented when the content is replaced programmatically. */
  replacements: number
}

export interface DraftSave {
  content: DraftContent
  revision: number | null
  withoutOther: boolean
  /** The page is being left. */
  isLeaving: boolean
}

type KeptDraft = Pick<DraftView, 'revision' | 'other'>

const isSame = (one: DraftContent, two: DraftContent): boolean =>
  one.text === two.text &&
  one.form === two.form &&
  one.moveTo === two.moveTo &&
  String(one.flags) === String(two.flags) &&
  String(one.fields) === String(two.fields)

/** The call may succeed later. */
const isTransient = ({ httpStatus }: CallError) => httpStatus === 0 || httpStatus === 429 || httpStatus >= 500

export type PageDraft = ReturnType<typeof createDraft>

/** A draft of one page. `keep` saves it; the server also keeps the text of another page that it replaces. */
export function createDraft(keep: (save: DraftSave) => Promise<KeptDraft>) {
  let view: DraftView = {
    content: emptyDraft,
    other: '',
    state: 'untouched',
    reason: '',
    revision: null,
    replacements: 0,
  }
  let stored: DraftContent = emptyDraft
  let newestRevision = 0
  let dropsOther = false
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
  const isStored = () => isSame(view.content, stored) && !dropsOther
  const isSending = () => sentRevision !== undefined
  const showStored = () =>
    show({ state: isEmptyDraft(view.content) && view.other === '' ? 'untouched' : 'kept', reason: '' })

  function saveLater(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }

  /** Answers of two concurrent saves may arrive in reverse order. */
  function noteStored({ revision, other }: KeptDraft, content: DraftContent) {
    if (revision !== null && revision < newestRevision) return
    newestRevision = revision ?? newestRevision
    stored = content
    show({ revision, other })
  }

  function noteFailure(error: unknown) {
    if (!(error instanceof CallError)) throw error
    if (isTransient(error)) {
      const reason = error.httpStatus === 0 ? 'no connection' : 'the server is busy'
      show({ state: 'unreachable', reason })
      saveLater(Math.min(firstRetryMs * 2 ** failures++, maxRetryMs))
    } else show({ state: 'refused', reason: error.message })
  }

  async function send(isLeaving: boolean): Promise<void> {
    isSaving = true
    unsavedSince = null
    const { content, revision } = view
    const withoutOther = dropsOther
    dropsOther = false
    try {
      noteStored(await keep({ content, revision, withoutOther, isLeaving }), content)
      failures = 0
      if (!isStored()) saveLater(saveAfterMs)
    } catch (error) {
      dropsOther ||= withoutOther
      noteFailure(error)
    } finally {
      isSaving = false
    }
    if (isStored()) showStored()
  }

  /** A change during a save is saved next; a page that is left cannot wait for that. */
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
    isAtRisk: () => !isStored() && (view.state === 'unreachable' || view.state === 'refused'),
    /** Adopts a newer draft that came with the order, unless this one has unsaved changes. */
    adopt(found: Draft) {
      if (found.revision <= newestRevision || !isStored() || isSaving || isSending()) return
      noteStored(found, found.content)
      show({ content: found.content, replacements: view.replacements + 1 })
      showStored()
    },
    /** Swaps the text and the other text. */
    async restoreOther() {
      await save()
      await save()
      if (!isStored() || view.other === '') return
      // Revision null makes the server keep the replaced text as the other one.
      const content = { ...view.content, text: view.other }
      show({ content, revision: null, replacements: view.replacements + 1, state: 'saving' })
      saveLater(0)
    },
    dropOther() {
      dropsOther = true
      show({ other: '' })
      saveLater(0)
    },
    beginSending(revision: number | null) {
      clearTimeout(timer)
      sentRevision = revision
    },
    endSending(isSent: boolean) {
      const revision = sentRevision
      sentRevision = undefined
      if (isSent) {
        // A save during sending has brought another revision: it is followed by the empty text.
        if (view.revision === revision) noteStored({ revision: null, other: '' }, emptyDraft)
        show({ content: emptyDraft, other: '', replacements: view.replacements + 1 })
      }
      if (isStored()) showStored()
      else saveLater(0)
    },
  }
}
