import { chooseOption } from './choose-option.ts'
import { press, pressEscape, type } from './page-events.ts'
import { waitUntil } from './wait-until.ts'

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
export async function chooseFromList(element: HTMLElement, answers: readonly string[]): Promise<boolean> {
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
export async function chooseInSelect(
  select: HTMLSelectElement,
  answers: readonly string[],
): Promise<boolean> {
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
