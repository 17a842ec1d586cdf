import { expect, test } from 'vitest'
import type { BulkRun } from '#contract/bulk-runs.ts'
import { changedText, progressText, runTexts, undoneText } from './run-texts.ts'

const run: BulkRun = {
  id: '',
  state: 'running',
  folderName: 'newOrder',
  action: { kind: 'delete' },
  by: 'Dewi Kartika',
  isOwn: true,
  startedAt: '2026-11-20T13:00:00.000Z',
  total: 12_345,
  changed: 2998,
  refused: 2,
  stopReason: null,
  undoUntil: null,
  undone: 0,
  kept: 0,
  undoStopReason: null,
}

test('the progress of a run and of its undo', () => {
  expect(progressText(run)).toBe('3,000 of 12,345')
  expect(progressText({ ...run, state: 'undoing', undone: 1000, kept: 1 })).toBe('1,001 of 2,998')
})

test('the result of a run', () => {
  expect(changedText({ ...run, state: 'done', changed: 12_340, refused: 5 })).toBe(
    '12,340 moved to Deleted Orders; 5 skipped.',
  )
  expect(changedText({ ...run, state: 'stopped', stopReason: 'Dewi Kartika cancelled it.' })).toBe(
    '2,998 moved to Deleted Orders; 2 skipped; 9,345 not reached.',
  )
  expect(changedText({ ...run, changed: 12_345, refused: 0 })).toBe('12,345 moved to Deleted Orders.')
})

test('the result of an undo', () => {
  expect(undoneText({ ...run, undone: 2998 })).toBe('2,998 orders are as before.')
  expect(undoneText({ ...run, undone: 1, kept: 2 })).toBe(
    '1 order is as before; 2 were changed in the meantime.',
  )
})

test.each([
  [{ kind: 'assign', assignto: 'Dewi' } as const, 'Assign to Dewi', 'assigned to Dewi'],
  [{ kind: 'giveBack' } as const, 'Move to Original Folder', 'given back'],
  [
    { kind: 'move', updatingStatus: 'Awaiting' } as const,
    'Move to Awaiting Customer',
    'moved to Awaiting Customer',
  ],
])('%j is %s', (action, title, done) => {
  expect(runTexts(action)).toEqual({ title, done })
})
