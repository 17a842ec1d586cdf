import type { FilledField, LeftReason } from '#contract/filler-messages.ts'
import type { FieldToFill } from '#contract/form-filler.ts'
import { findControls, type Control } from './find-controls.ts'
import { matchControl, type Travellers } from './match-control.ts'
import { waitUntil } from './wait-until.ts'
import { chooseDay } from './choose-day.ts'
import { choiceTextsOf, comparable } from './label-text.ts'
import { leave, press, type, pressEscape } from './page-events.ts'
import { parseDay, writeDate } from './write-date.ts'

/** Shared by all fields that the page shows only after an earlier answer. */
const appearMs = 250

/**
 * Fills the fields in their order and marks each. A page may show further fields after an answer, so fields that were not
 * found are searched once more at the end. The form is never submitted (product §12).
 */
export const fillForm = (fields: readonly FieldToFill[], travellers: Travellers): Promise<FilledField[]> =>
  neverSubmitting(async () => {
    const used = new Set<Element>()
    const left = new Map<string, LeftReason | null>()

    const matchOf = (field: FieldToFill): Control | 'several' | undefined => {
      const free = findControls(document).filter(({ element }) => !used.has(element))
      return matchControl(field, free, fields, travellers)
    }
    const fill = async (field: FieldToFill, timeoutMs: number): Promise<LeftReason | null> => {
      const control = await waitUntil(() => matchOf(field), timeoutMs)
      if (control === undefined) return 'not on the page'
      if (control === 'several') return 'several fields fit'
      used.add(control.element)
      const reason = await fillControl(control, field)
      markControl(control, reason === null ? 'filled' : 'left')
      return reason
    }

    for (const field of fields) left.set(field.id, await fill(field, 0))
    const end = performance.now() + appearMs
    for (const field of fields.filter(({ id }) => left.get(id) === 'not on the page'))
      left.set(field.id, await fill(field, Math.max(0, end - performance.now())))
    return fields.map(({ id }) => ({ id, left: left.get(id) ?? null }))
  })

/** `marks.css` draws by this attribute. */
const attribute = 'data-form-filler'

/** Radio buttons may be hidden inputs; their group is visible. */
const shownPart = ({ kind, element }: Control): Element =>
  kind === 'choices' ? (element.closest('[role=radiogroup], fieldset') ?? element) : element

const markControl = (control: Control, mark: 'filled' | 'left'): void =>
  shownPart(control).setAttribute(attribute, mark)

function refuse(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Blocks the page's own submits while the work runs. */
async function neverSubmitting<T>(work: () => Promise<T>): Promise<T> {
  window.addEventListener('submit', refuse, { capture: true })
  try {
    return await work()
  } finally {
    window.removeEventListener('submit', refuse, { capture: true })
  }
}

/** A dialling code matches a choice by its digits. */
const diallingCode = /^\+(\d{1,4})$/

const withoutBlanks = (text: string) => comparable(text).replaceAll(' ', '')
const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

type Test = (option: string, answer: string) => boolean

/** Best match first. */
const tests: readonly Test[] = [
  (option, answer) => withoutBlanks(option) === withoutBlanks(answer),
  (option, answer) => comparable(option).startsWith(`${comparable(answer)} `),
  (option, answer) => ` ${comparable(option)} `.includes(` ${comparable(answer)} `),
  (option, answer) => comparable(option) !== '' && comparable(answer).startsWith(`${comparable(option)} `),
]

const isDialling: Test = (option, answer) => diallingCode.exec(answer)?.[1] === digitsOf(option)

/** The option that matches an answer under any of its texts; undefined if none matches or several match equally well. */
function chooseOption<T>(
  options: readonly T[],
  textsOf: (option: T) => readonly string[],
  answers: readonly string[],
): T | undefined {
  for (const answer of answers)
    for (const test of diallingCode.test(answer) ? [isDialling] : tests) {
      const found = options.filter((option) => textsOf(option).some((text) => test(text, answer)))
      if (found.length === 1) return found[0]
      if (found.length > 1) break
    }
  return undefined
}

/** The page's server may load a list after another choice, such as cities of a province. */
const optionMs = 2000

const textsOf = (option: HTMLElement): string[] => [
  option.textContent ?? '',
  option.getAttribute('aria-label') ?? '',
  option.dataset['value'] ?? '',
]

/** The choices that are shown, in the list that the element names, else in the whole page. */
function shownOptions(element: HTMLElement): HTMLElement[] {
  const id = element.getAttribute('aria-controls') ?? element.getAttribute('aria-owns') ?? ''
  const root: ParentNode = element.ownerDocument.getElementById(id) ?? element.ownerDocument
  return [...root.querySelectorAll<HTMLElement>('[role=option]')].filter(
    (option) => option.checkVisibility() && option.getAttribute('aria-disabled') !== 'true',
  )
}

/** Chooses in a list that the page draws, typing if it has a search; returns whether it succeeded. */
async function chooseFromList(element: HTMLElement, answers: readonly string[]): Promise<boolean> {
  if (element.getAttribute('aria-expanded') !== 'true') press(element)
  const chosen = () => chooseOption(shownOptions(element), textsOf, answers)
  const find = (timeoutMs: number) => waitUntil(chosen, timeoutMs)
  const typed = element instanceof HTMLInputElement && !element.readOnly ? element : null
  let option = await find(typed ? 0 : optionMs)
  for (const answer of typed && !option ? answers : []) {
    if (typed) type(typed, answer)
    option = await find(optionMs)
    if (option) break
  }
  if (option) press(option)
  else {
    if (typed) type(typed, '')
    pressEscape(element)
  }
  return option !== undefined
}

async function chooseInSelect(select: HTMLSelectElement, answers: readonly string[]): Promise<boolean> {
  const find = () =>
    chooseOption(
      [...select.options].filter(({ disabled }) => !disabled),
      ({ text, value }) => [text, value],
      answers,
    )
  const option = await waitUntil(find, select.options.length <= 1 ? optionMs : 0)
  if (option) type(select, option.value)
  return option !== undefined
}

type Of<Kind extends Control['kind']> = Extract<Control, { kind: Kind }>
/** Returns why the control could not be filled, or null. */
type Fill<Kind extends Control['kind']> = (
  control: Of<Kind>,
  field: FieldToFill,
) => Promise<LeftReason | null>

/** A page may reset a value after it was written. */
const takenMs = 300

/** The filler overwrites only values that it wrote. */
const written = new WeakMap<Element, string>()

const isOwn = (element: HTMLInputElement | HTMLTextAreaElement) =>
  element.value === '' || element.value === written.get(element)

const sameText = (a: string, b: string) =>
  comparable(a).replaceAll(' ', '') === comparable(b).replaceAll(' ', '')

const shownText = (element: HTMLElement) =>
  element instanceof HTMLInputElement ? element.value : (element.textContent ?? '')

const isSameDay = (shown: string, value: string) => {
  const [shownDay, day] = [parseDay(shown), parseDay(value)]
  return shownDay !== null && JSON.stringify(shownDay) === JSON.stringify(day)
}

const isChosen = (choice: HTMLElement) =>
  choice instanceof HTMLInputElement ? choice.checked : choice.getAttribute('aria-checked') === 'true'

const takenOr = (isTaken: boolean | undefined): LeftReason | null => (isTaken ? null : 'not taken')

const fills: { [Kind in Control['kind']]: Fill<Kind> } = {
  async text({ element }, { kind, value }) {
    const text =
      kind === 'date' ? writeDate(value, { type: element.type, placeholder: element.placeholder }) : value
    if (sameText(element.value, text)) return null
    // A person's own text is never overwritten.
    if (!isOwn(element)) return 'holds other text'
    type(element, text)
    leave(element)
    const isTaken = await waitUntil(() => sameText(element.value, text) || undefined, takenMs)
    if (isTaken) written.set(element, element.value)
    return takenOr(isTaken)
  },
  async select({ element }, { answers }) {
    return (await chooseInSelect(element, answers)) ? null : 'no such choice'
  },
  async list({ element }, { answers }) {
    const before = shownText(element)
    if (answers.some((answer) => sameText(before, answer))) return null
    if (!(await chooseFromList(element, answers))) return 'no such choice'
    return takenOr(await waitUntil(() => shownText(element) !== before || undefined, takenMs))
  },
  async calendar({ element }, { value }) {
    const before = shownText(element)
    if (isSameDay(before, value)) return null
    if (!(await chooseDay(element, value))) return 'not taken'
    return takenOr(await waitUntil(() => shownText(element) !== before || undefined, takenMs))
  },
  async check({ element }, { value }) {
    if (value !== 'YES' && value !== 'NO') return 'no such choice'
    if (element.checked !== (value === 'YES')) press(element)
    return takenOr(element.checked === (value === 'YES'))
  },
  async choices({ choices }, { answers }) {
    const choice = chooseOption(choices, choiceTextsOf, answers)
    if (!choice) return 'no such choice'
    if (!isChosen(choice)) press(choice)
    return takenOr(await waitUntil(() => isChosen(choice) || undefined, takenMs))
  },
}

const fillControl = <Kind extends Control['kind']>(
  control: Of<Kind>,
  field: FieldToFill,
): Promise<LeftReason | null> => fills[control.kind as Kind](control, field)
