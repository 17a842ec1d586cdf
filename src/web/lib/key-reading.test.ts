import { describe, expect, test } from 'vitest'
import { addKey, idleRun, readKey, type KeyMeaning } from './key-reading.ts'
import { actionWords, takenBy } from './key-sheet.ts'
import { standardKeys } from './key-table.ts'

const noKey = {
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
}
const ctrl = { ctrlKey: true }
const shift = { shiftKey: true }
const alt = { altKey: true }

test.each([
  ['a letter', { key: 'n', code: 'KeyN' }, 'n'],
  ['the letter of a French keyboard, not its place', { key: 'a', code: 'KeyQ' }, 'a'],
  ['a letter under Caps Lock', { key: 'E', code: 'KeyE' }, 'e'],
  ['Shift and a letter', { key: 'E', code: 'KeyE', ...shift }, 'E'],
  ['Shift and a letter under Caps Lock', { key: 'e', code: 'KeyE', ...shift }, 'E'],
  ['a Russian letter', { key: 'т', code: 'KeyN' }, 'n'],
  ['a Russian capital', { key: 'У', code: 'KeyE', ...shift }, 'E'],
  ['a Russian letter where [ is', { key: 'х', code: 'BracketLeft' }, '['],
  ['Russian № for #', { key: '№', code: 'Digit3', ...shift }, '#'],
  ['a Greek letter', { key: 'ν', code: 'KeyN' }, 'n'],
  ['an Arabic letter of two signs', { key: 'لا', code: 'KeyB' }, 'b'],
  ['an Arabic mark', { key: 'َ', code: 'KeyQ', ...shift }, 'Q'],
  ['a Thai digit', { key: '๑', code: 'Digit1' }, '1'],
  ['a Latin letter with a mark', { key: 'ö', code: 'Semicolon' }, 'ö'],
  ['German §', { key: '§', code: 'Digit3', ...shift }, '§'],
  ['Ctrl with a Russian letter', { key: 'л', code: 'KeyK', ...ctrl }, 'Ctrl+K'],
  ['⌘ with a letter', { key: 'k', code: 'KeyK', metaKey: true }, 'Ctrl+K'],
  ['Ctrl under Caps Lock', { key: 'K', code: 'KeyK', ...ctrl }, 'Ctrl+K'],
  ['Ctrl and Shift, which are the browser’s', { key: 'K', code: 'KeyK', ...ctrl, ...shift }, null],
  ['[ by Option on a German Mac', { key: '[', code: 'Digit5', ...alt }, '['],
  ['{ by Option and Shift on a French Mac', { key: '{', code: 'Digit5', ...alt }, '{'],
  ['] by AltGr as Windows tells it', { key: ']', code: 'Digit9', ...alt, ...ctrl }, ']'],
  ['Alt and a letter, which is the browser’s', { key: 'n', code: 'KeyN', ...alt }, null],
  ['Option and a letter', { key: 'ñ', code: 'KeyN', ...alt }, null],
  ['a dead key', { key: 'Dead', code: 'BracketLeft' }, null],
  ['a modifier', { key: 'Shift', code: 'ShiftLeft', ...shift }, null],
  ['a key while composing', { key: 'Escape', code: 'Escape', isComposing: true }, null],
  ['the Enter that ends a composition in Safari', { key: 'Enter', code: 'Enter', keyCode: 229 }, null],
  ['Escape', { key: 'Escape', code: 'Escape' }, 'Escape'],
])('%s', (_, stroke, key) => {
  expect(readKey({ ...noKey, ...stroke })).toBe(key)
})

/** An order: e and n wait, g and m begin, j acts. */
const meanings: Record<string, KeyMeaning> = {
  e: 'waits',
  n: 'waits',
  g: 'begins',
  'g n': 'acts',
  j: 'acts',
  m: 'begins',
  'm a': 'waits',
}
const meaningOf = (keys: string): KeyMeaning => meanings[keys] ?? 'nothing'

/** What is acted on by keys at these ms, and what then waits. */
function typed(...strokes: [key: string, at: number][]) {
  let run = idleRun
  const acted: string[] = []
  for (const [key, at] of strokes) {
    const step = addKey(run, key, at, meaningOf)
    run = step.run
    acted.push(...step.acts)
  }
  return { acted, waits: run.state === 'waiting' ? run.keys : '' }
}
/** A sentence at the pace of a fast or a slow typist. */
const sentence = (text: string, pace: number) =>
  typed(...[...text].map((key, index): [string, number] => [key, index * pace]))

describe('keys told from words', () => {
  test.each<[string, [string, number][], string[], string]>([
    ['a change waits', [['n', 0]], [], 'n'],
    [
      'a movement does not',
      [
        ['j', 0],
        ['j', 20],
        ['j', 40],
      ],
      ['j', 'j', 'j'],
      '',
    ],
    [
      'nor a way to a list',
      [
        ['g', 0],
        ['n', 20],
      ],
      ['g n'],
      '',
    ],
    [
      'the second letter belongs to the first',
      [
        ['m', 0],
        ['a', 20],
      ],
      [],
      'm a',
    ],
    [
      'a further letter drops the change',
      [
        ['n', 0],
        ['o', 149],
      ],
      [],
      '',
    ],
    [
      'a movement is a further letter, too',
      [
        ['n', 0],
        ['j', 100],
      ],
      [],
      '',
    ],
    [
      'the same key twice is no change',
      [
        ['n', 0],
        ['n', 100],
      ],
      [],
      '',
    ],
    [
      'a change that waited acts, also if its timer is late',
      [
        ['n', 0],
        ['e', 150],
      ],
      ['n'],
      'e',
    ],
    [
      'a letter that means nothing drops the next',
      [
        ['x', 0],
        ['n', 599],
      ],
      [],
      '',
    ],
    [
      'until the typing rests',
      [
        ['x', 0],
        ['n', 599],
        ['n', 1199],
      ],
      [],
      'n',
    ],
    [
      'a wrong second letter drops all',
      [
        ['m', 0],
        ['x', 100],
        ['n', 200],
      ],
      [],
      '',
    ],
    [
      'an unfinished sequence is forgotten',
      [
        ['g', 0],
        ['n', 1500],
      ],
      [],
      'n',
    ],
    [
      'after a movement a change waits as ever',
      [
        ['j', 0],
        ['n', 20],
      ],
      ['j'],
      'n',
    ],
  ])('%s', (_, strokes, acted, waits) => {
    expect(typed(...strokes)).toEqual({ acted, waits })
  })

  test.each(['mail bounced, name wrong', 'no answer', 'man', 'never called', 'game'])(
    '“%s” does nothing',
    (text) => {
      for (const pace of [30, 80, 149]) expect(sentence(text, pace)).toEqual({ acted: [], waits: '' })
    },
  )

  test('a slow sentence does no more than its first key', () => {
    expect(sentence('no answer', 400)).toEqual({ acted: ['n'], waits: '' })
  })
})

test('each key has words, no two clash, and a taken one is told', () => {
  const standard = { areOn: true, own: {} }
  for (const [action, keys] of standardKeys) expect(takenBy(standard, action, keys), action).toBe('')
  expect([...standardKeys.keys()].filter((action) => !actionWords.has(action))).toEqual([])
  expect(takenBy(standard, 'startNext', 'm')).toBe('Move to Awaiting Response')
  expect(takenBy(standard, 'startNext', 'z')).toBe('Undo the last act')
  expect(takenBy({ areOn: true, own: { undo: '' } }, 'startNext', 'z')).toBe('')
})
