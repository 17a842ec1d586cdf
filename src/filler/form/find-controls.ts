import { groupLabelsOf, headingOf, labelForms, labelsOf, comparable } from './label-text.ts'

interface Asked {
  /** Normalised by `comparable`, the most reliable first. */
  labels: readonly string[]
  /** Words of its technical names. */
  names: readonly string[]
  /** Normalised heading above it. */
  section: string
}

export type Control = Asked &
  (
    | { kind: 'text'; element: HTMLInputElement | HTMLTextAreaElement }
    | { kind: 'select'; element: HTMLSelectElement }
    | { kind: 'list' | 'calendar'; element: HTMLElement }
    | { kind: 'check'; element: HTMLInputElement }
    | { kind: 'choices'; element: HTMLElement; choices: readonly HTMLElement[] }
  )

const typedTypes = new Set(['text', 'email', 'tel', 'number', 'search', 'url', 'date', 'month', ''])

const isShown = (element: HTMLElement): boolean =>
  element.checkVisibility({ visibilityProperty: true }) ||
  element.matches('input[type=radio], input[type=checkbox]')

const isEnabled = (element: HTMLElement): boolean =>
  !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true'

const namesOf = (element: Element): string[] =>
  ['name', 'id', 'data-field', 'formcontrolname']
    .map((attribute) => comparable(element.getAttribute(attribute) ?? ''))
    .filter((name) => name !== '')

const asked = (element: Element, labels: readonly string[]): Asked => ({
  labels: labels.flatMap(labelForms),
  names: namesOf(element),
  section: comparable(headingOf(element)),
})

const opensCalendar = (element: HTMLElement): boolean =>
  ['dialog', 'grid'].includes(element.getAttribute('aria-haspopup') ?? '') ||
  (element instanceof HTMLInputElement && element.readOnly)

function singleControl(element: HTMLElement): Control | undefined {
  const about = asked(element, labelsOf(element))
  if (element instanceof HTMLSelectElement) return { ...about, kind: 'select', element }
  if (element instanceof HTMLTextAreaElement) return { ...about, kind: 'text', element }
  if (element.matches('[role=combobox], [aria-haspopup=listbox]')) return { ...about, kind: 'list', element }
  if (opensCalendar(element)) return { ...about, kind: 'calendar', element }
  if (!(element instanceof HTMLInputElement)) return undefined
  if (element.type === 'checkbox') return { ...about, kind: 'check', element }
  return typedTypes.has(element.type) ? { ...about, kind: 'text', element } : undefined
}

const radios = (root: ParentNode) => [
  ...root.querySelectorAll<HTMLElement>('input[type=radio], [role=radio]:not(input)'),
]

/** Radio buttons, grouped by name or by their element. */
function choiceGroups(root: ParentNode): Control[] {
  const groups = new Map<unknown, HTMLElement[]>()
  for (const radio of radios(root).filter(isEnabled)) {
    const name = radio.getAttribute('name')
    const group = name ?? radio.closest('[role=radiogroup], fieldset') ?? radio.parentElement
    groups.set(group, [...(groups.get(group) ?? []), radio])
  }
  return [...groups.values()].flatMap((choices): Control[] => {
    const [first] = choices
    if (!first) return []
    const group = first.closest<HTMLElement>('[role=radiogroup], fieldset') ?? first
    const about = asked(first, groupLabelsOf(group, choices))
    const section = comparable(headingOf(group))
    return [{ ...about, section, kind: 'choices', element: first, choices }]
  })
}

const fillable =
  'input:not([type=hidden], [type=radio], [type=submit], [type=button], [type=file], [type=password]), select, textarea, ' +
  'button[aria-haspopup], [role=combobox]:not(input, button)'

const position = (a: Control, b: Control) =>
  a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

export function findControls(root: ParentNode): Control[] {
  const single = [...root.querySelectorAll<HTMLElement>(fillable)]
    .filter((element) => isShown(element) && isEnabled(element))
    .flatMap((element) => singleControl(element) ?? [])
  return [...single, ...choiceGroups(root)].sort(position)
}
