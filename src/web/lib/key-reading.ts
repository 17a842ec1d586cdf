type Keystroke = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'
>

/** Safari tells the Enter that ends a composition by the code 229 alone. */
const composingKeyCode = 229

/** Whether the key belongs to an input method (Chinese, Japanese, Korean). */
export const isComposing = ({ isComposing: isSaid, keyCode }: Pick<Keystroke, 'isComposing' | 'keyCode'>) =>
  isSaid || keyCode === composingKeyCode

const silentKeys = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process'])
const latinLetter = /^\p{Script=Latin}$/u
/** Letters, marks and digits of other scripts; № stands for # in Russian and Ukrainian. */
const otherScript = /^(?:№|[^\p{ASCII}\p{Script=Latin}\p{S}\p{P}\p{Z}]+)$/u
const asciiSign = /^[!-/:-@[-`{-~]$/

/** What a US keyboard has at the place, without and with Shift. */
const placeSigns: Readonly<Record<string, readonly [string, string]>> = {
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Digit3: ['3', '#'],
}

function signAtPlace(code: string, withShift: boolean): string | null {
  const sign = placeSigns[code]?.[withShift ? 1 : 0] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1]
  return sign ? inCase(sign, withShift) : null
}

/** By Shift alone: Caps Lock types capitals, too. */
const inCase = (letter: string, withShift: boolean) =>
  withShift ? letter.toUpperCase() : letter.toLowerCase()

/**
 * The key as the key table writes it: a letter of a Latin layout by itself, of any other by its place on a US keyboard,
 * with the prefix `Ctrl+` for Ctrl and ⌘. Null for a modifier, for keys of an input method, and for Alt with a letter;
 * Alt with a sign is how keyboards without it type `[`.
 */
export function readKey(stroke: Keystroke): string | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = stroke
  if (isComposing(stroke) || silentKeys.has(key)) return null
  const sign = otherScript.test(key)
    ? signAtPlace(code, shiftKey)
    : latinLetter.test(key)
      ? inCase(key, shiftKey)
      : key
  if (sign === null) return null
  if (altKey) return asciiSign.test(sign) && !metaKey ? sign : null
  if (ctrlKey || metaKey) return shiftKey ? null : `Ctrl+${sign.toUpperCase()}`
  return sign
}

/** A key that types something, Space included. */
export const isTextKey = (key: string): boolean => [...key].length === 1

/** ms that a change waits for a further letter. */
export const changeWaitMs = 150
/** ms without a key, after which letters typed in a run have ended. */
export const runRestMs = 600
/** ms before an unfinished sequence (`g`) is dropped. */
export const sequenceMs = 1500

/** What keys do on the present screen: nothing at all, begin a sequence, act at once, or act after a wait. */
export type KeyMeaning = 'nothing' | 'begins' | 'acts' | 'waits'

export interface KeyRun {
  /** `dropped`: words are being typed, none of whose letters is a key. */
  state: 'idle' | 'begun' | 'waiting' | 'dropped'
  /** The keys that are begun or wait, as the key table writes them. */
  keys: string
  /** ms of the last key. */
  at: number
}

export const idleRun: KeyRun = { state: 'idle', keys: '', at: -Infinity }

interface RunStep {
  run: KeyRun
  /** Keys to act on now, in order. */
  acts: string[]
}

/**
 * Tells keys from words typed without a field: a change waits, and a further letter that is not its second drops all
 * of them until the typing rests, as does a letter that means nothing.
 */
export function addKey(
  run: KeyRun,
  key: string,
  at: number,
  meaningOf: (keys: string) => KeyMeaning,
): RunStep {
  const passed = at - run.at
  const dropped: RunStep = { run: { state: 'dropped', keys: '', at }, acts: [] }
  if (run.state === 'dropped' && passed < runRestMs) return dropped
  if (run.state === 'waiting' && passed < changeWaitMs) return dropped
  // On a busy machine the letter may come before the timer of the change.
  const due = run.state === 'waiting' ? [run.keys] : []
  const keys = run.state === 'begun' && passed < sequenceMs ? `${run.keys} ${key}` : key
  const steps: Record<KeyMeaning, RunStep> = {
    nothing: dropped,
    begins: { run: { state: 'begun', keys, at }, acts: [] },
    acts: { run: idleRun, acts: [keys] },
    waits: { run: { state: 'waiting', keys, at }, acts: [] },
  }
  const step = steps[meaningOf(keys)]
  return { ...step, acts: [...due, ...step.acts] }
}
