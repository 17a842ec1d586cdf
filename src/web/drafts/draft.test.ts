import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyDraft, type DraftContent } from '#contract/drafts.ts'
import { CallError } from '#web/lib/call-error.ts'
import { createDraft, saveAfterMs, type DraftSave } from './draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const written = (text: string): DraftContent => ({ ...emptyDraft, text })
const refused = (http: number) => new CallError(http, { status: 0, message: 'Refused.' })

function startDraft() {
  const saves: DraftSave[] = []
  const answers: ({ revision: number | null; other: string } | CallError)[] = []
  let revision = 0
  const draft = createDraft(async (save) => {
    saves.push(save)
    await Promise.resolve()
    const answer = answers.shift()
    if (answer instanceof CallError) throw answer
    return answer ?? { revision: ++revision, other: '' }
  })
  return { draft, saves, answers, pass: (ms = saveAfterMs) => vi.advanceTimersByTimeAsync(ms) }
}

test('a draft is saved after a pause in typing; "kept" means exactly the shown text', async () => {
  const { draft, saves, pass } = startDraft()
  draft.change(written('a'))
  await pass(saveAfterMs - 1)
  draft.change(written('ab'))
  await pass()
  expect(saves.map(({ content, revision }) => [content.text, revision])).toEqual([['ab', null]])
  expect(draft.view()).toMatchObject({ state: 'kept', revision: 1 })
  draft.change(written('abc'))
  expect(draft.view().state).toBe('saving')
  await draft.save()
  expect(draft.view()).toMatchObject({ state: 'kept', revision: 2 })
})

test('without a pause a draft is saved once a second', async () => {
  const { draft, saves, pass } = startDraft()
  for (let typed = 'a'; typed.length <= 25; typed += 'a') {
    draft.change(written(typed))
    await pass(100)
  }
  expect(saves.map(({ content }) => content.text.length)).toEqual([10, 20])
})

test('a change during a save is saved next; a page that is left saves at once', async () => {
  const { draft, saves, pass } = startDraft()
  draft.change(written('a'))
  const first = draft.save()
  draft.change(written('ab'))
  await draft.save()
  expect(saves).toHaveLength(1)
  void draft.save(true)
  await first
  await pass()
  expect(saves.map(({ content, isLeaving }) => [content.text, isLeaving])).toEqual([
    ['a', false],
    ['ab', true],
  ])
  expect(draft.view().state).toBe('kept')
})

test('a failed save is shown and retried with growing delay', async () => {
  const { draft, saves, answers, pass } = startDraft()
  answers.push(refused(0), refused(503))
  draft.change(written('a'))
  await pass()
  expect(draft.view()).toMatchObject({ state: 'unreachable', reason: 'no connection' })
  expect(draft.isAtRisk()).toBe(true)
  await pass(1000)
  expect(draft.view()).toMatchObject({ state: 'unreachable', reason: 'the server is busy' })
  await pass(1999)
  expect(saves).toHaveLength(2)
  await pass(1)
  expect(draft.view().state).toBe('kept')
  expect(draft.isAtRisk()).toBe(false)
})

test('a refusal is shown until the text changes', async () => {
  const { draft, saves, answers, pass } = startDraft()
  answers.push(refused(400))
  draft.change(written('too long'))
  await pass(60_000)
  expect(draft.view()).toMatchObject({ state: 'refused', reason: 'Refused.' })
  expect(saves).toHaveLength(1)
  draft.change(written('short'))
  await pass()
  expect(draft.view().state).toBe('kept')
})

test('the other text is shown, can be restored and can be dropped', async () => {
  const { draft, saves, answers, pass } = startDraft()
  answers.push({ revision: 8, other: 'theirs' }, { revision: 9, other: 'mine' }, { revision: 10, other: '' })
  draft.change(written('mine'))
  await pass()
  expect(draft.view()).toMatchObject({ state: 'kept', other: 'theirs', revision: 8 })
  await draft.restoreOther()
  await pass()
  expect(saves.at(-1)).toMatchObject({ content: written('theirs'), revision: null })
  expect(draft.view()).toMatchObject({ state: 'kept', other: 'mine', revision: 9 })
  draft.dropOther()
  await pass()
  expect(saves.at(-1)).toMatchObject({ content: written('theirs'), revision: 9, withoutOther: true })
  expect(draft.view()).toMatchObject({ state: 'kept', other: '', revision: 10 })
})

test('an unsaved text is not replaced by the other text', async () => {
  const { draft, answers, pass } = startDraft()
  answers.push({ revision: 1, other: 'theirs' }, refused(0))
  draft.change(written('mine'))
  await pass()
  draft.change(written('mine, longer'))
  await draft.restoreOther()
  expect(draft.view().content).toEqual(written('mine, longer'))
})

test('a stale read does not restore a sent draft', async () => {
  const { draft, saves, pass } = startDraft()
  draft.change(written('sent'))
  await pass()
  draft.beginSending(1)
  draft.endSending(true)
  expect(draft.view()).toMatchObject({ content: emptyDraft, state: 'untouched', revision: null })
  draft.adopt({ kind: 'remark', revision: 1, content: written('sent'), other: '' })
  expect(draft.view().content).toEqual(emptyDraft)
  draft.adopt({ kind: 'remark', revision: 2, content: written('of another page'), other: '' })
  expect(draft.view()).toMatchObject({ content: written('of another page'), state: 'kept' })
  await pass()
  expect(saves).toHaveLength(1)
})

test('a save that was running during sending is followed by the empty text', async () => {
  const { draft, saves, pass } = startDraft()
  draft.change(written('sent'))
  const saving = draft.save()
  draft.beginSending(null)
  await saving
  draft.endSending(true)
  await pass()
  expect(saves.at(-1)).toMatchObject({ content: emptyDraft, revision: 1 })
})

test('saving continues after a refused sending (product §12)', async () => {
  const { draft, saves, pass } = startDraft()
  draft.change(written('mine'))
  draft.beginSending(null)
  await pass(5000)
  expect(saves).toHaveLength(0)
  draft.endSending(false)
  await pass()
  expect(draft.view().state).toBe('kept')
})
