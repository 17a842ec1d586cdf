import type { FilledField, LeftReason } from '#contract/filler-messages.ts'
import type { FieldToFill } from '#contract/form-filler.ts'
import { findControls, type Control } from './find-controls.ts'
import { matchControl, type Travellers } from './match-control.ts'
import { waitUntil } from './wait-until.ts'
import { chooseDay } from './choose-day.ts'
import { choiceTextsOf, comparable } from './label-text.ts'
import { leave, press, type, pressEscape } from './page-events.ts'
import { parseDay, writeDate } from './write-date.ts'

/** For all fields together that the page asks only after an answer before them. */
const appearMs = 250

/**
 * Fills the fields into the form of the page, in their order, and marks each; a page may show further fields as answers come,
 * so those that were not found are looked for once more at the end. It submits nothing (product §12).
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

/** What `marks.css` draws at the control's side. */
const attribute = 'data-form-filler'

/** The part of the page that shows a control: choices and check boxes are shown by what is around them. */
const shownPart = ({ kind, element }: Control): Element =>
  kind === 'choices' ? (element.closest('[role=radiogroup], fieldset') ?? element) : element

const markControl = (control: Control, mark: 'filled' | 'left'): void =>
  shownPart(control).setAttribute(attribute, mark)

function refuse(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Runs the work while no form of the page is sent, whatever the page makes of what is filled. */
async function neverSubmitting<T>(work: () => Promise<T>): Promise<T> {
  window.addEventListener('submit', refuse, { capture: true })
  try {
    return await work()
  } finally {
    window.removeEventListener('submit', refuse, { capture: true })
  }
}

/** Whether a text begins like a dialling code, by whose digits a choice is found. */
const diallingCode = /^\+(\d{1,4})$/

const withoutBlanks = (text: string) => comparable(text).replaceAll(' ', '')
const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

type Test = (option: string, answer: string) => boolean

/** The surest first. */
const tests: readonly Test[] = [
  (option, answer) => withoutBlanks(option) === withoutBlanks(answer),
  (option, answer) => comparable(option).startsWith(`${comparable(answer)} `),
  (option, answer) => ` ${comparable(option)} `.includes(` ${comparable(answer)} `),
  (option, answer) => comparable(option) !== '' && comparable(answer).startsWith(`${comparable(option)} `),
]

const isDialling: Test = (option, answer) => diallingCode.exec(answer)?.[1] === digitsOf(option)

/**
 * The one of a list's choices that says an answer, by any of the texts that it may be called; undefined where none does, or
 * several do as well as each other.
 */
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

/** A list may come from the page's server once another is chosen, as cities of a province. */
const optionMs = 2000

const textsOf = (option: HTMLElement): string[] => [
  option.textContent ?? '',
  option.getAttribute('aria-label') ?? '',
  option.dataset['value'] ?? '',
]

/** The choices that an element's list shows now; of the page's lists, the one that the element names. */
function shownOptions(element: HTMLElement): HTMLElement[] {
  const id = element.getAttribute('aria-controls') ?? element.getAttribute('aria-owns') ?? ''
  const root: ParentNode = element.ownerDocument.getElementById(id) ?? element.ownerDocument
  return [...root.querySelectorAll<HTMLElement>('[role=option]')].filter(
    (option) => option.checkVisibility() && option.getAttribute('aria-disabled') !== 'true',
  )
}

/** Chooses in a list that the page draws itself, typing where it is searched; whether it could. */
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

/** The same in a list of the browser's own. */
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
/** Fills a control; why not, where it cannot. */
type Fill<Kind extends Control['kind']> = (
  control: Of<Kind>,
  field: FieldToFill,
) => Promise<LeftReason | null>

/** A page may set back what it was given. */
const takenMs = 300

/** What the filler wrote into a control, by which it knows its own again. */
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
    // What a person has typed is theirs.
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

/** Fills the field's value into a control; why it was left, or null. */
const fillControl = <Kind extends Control['kind']>(
  control: Of<Kind>,
  field: FieldToFill,
): Promise<LeftReason | null> => fills[control.kind as Kind](control, field)
