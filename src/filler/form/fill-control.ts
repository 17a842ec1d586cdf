import type { LeftReason } from '#contract/filler-messages.ts'
import type { FieldToFill } from '#contract/form-filler.ts'
import { chooseDay } from './choose-day.ts'
import { chooseFromList, chooseInSelect } from './choose-from-list.ts'
import { chooseOption } from './choose-option.ts'
import type { Control } from './find-controls.ts'
import { choiceTextsOf, comparable } from './label-text.ts'
import { leave, press, type } from './page-events.ts'
import { waitUntil } from './wait-until.ts'
import { parseDay, writeDate } from './write-date.ts'

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
export const fillControl = <Kind extends Control['kind']>(
  control: Of<Kind>,
  field: FieldToFill,
): Promise<LeftReason | null> => fills[control.kind as Kind](control, field)
