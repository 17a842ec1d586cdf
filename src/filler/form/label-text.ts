const marks = /\p{M}/gu

/** Normalises labels, names and choices: lower case letters and digits, no accents, one blank between words. */
export const comparable = (text: string): string =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A label may be in two languages or have a remark in brackets. */
const partsOf = (label: string): string[] => label.split(/[/|()[\]\n]| [-–—] /u)

/** A label and each of its parts, normalised. */
export const labelForms = (label: string): string[] =>
  [label, ...partsOf(label)].map(comparable).filter((form) => form !== '')

const textOf = (element: Element | null | undefined): string => element?.textContent?.trim() ?? ''

const textsById = (element: Element, attribute: string): string =>
  (element.getAttribute(attribute) ?? '')
    .split(/\s+/)
    .map((id) => textOf(id === '' ? null : element.ownerDocument.getElementById(id)))
    .join(' ')
    .trim()

const ownLabels = (element: Element): string[] =>
  'labels' in element && element.labels instanceof NodeList
    ? [...element.labels].map((label) => (label instanceof Element ? labelWithout(label, element) : ''))
    : []

/** A label may contain its control, whose text is left out. */
function labelWithout(label: Element, control: Element): string {
  const copy = label.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const inner of copy.querySelectorAll('input, select, textarea, button, [role=listbox]')) inner.remove()
  return control.contains(label) ? '' : textOf(copy)
}

const controls =
  'input:not([type=hidden]), select, textarea, button[aria-haspopup], [role=combobox], [role=radiogroup]'

const maxAncestors = 4

/** The text before a control within the smallest ancestor that contains no other control. */
function textBefore(elements: readonly Element[]): string {
  const [first] = elements
  if (!first) return ''
  let part: Element = first
  for (let up = 0; part.parentElement && up < maxAncestors; up++) {
    part = part.parentElement
    const others = [...part.querySelectorAll(controls)].filter(
      (other) => !elements.some((element) => element.contains(other) || other.contains(element)),
    )
    if (others.length > 0) return ''
    const range = part.ownerDocument.createRange()
    range.setStart(part, 0)
    range.setEndBefore(first)
    const text = range.toString().trim()
    if (text !== '') return text
  }
  return ''
}

const textsOf = (element: Element | null): string[] =>
  element ? [textsById(element, 'aria-labelledby'), element.getAttribute('aria-label') ?? ''] : []

export const labelsOf = (control: Element): string[] =>
  [
    ...textsOf(control),
    ...ownLabels(control),
    textBefore([control]),
    control.getAttribute('placeholder') ?? '',
    control.getAttribute('title') ?? '',
  ].filter((text) => text !== '')

/** Labels of a group of choices; the labels of its choices do not say what is asked. */
export const groupLabelsOf = (group: Element, choices: readonly Element[]): string[] =>
  [
    ...textsOf(group.closest('[role=radiogroup], [role=group]')),
    textOf(group.closest('fieldset')?.querySelector(':scope > legend')),
    textBefore(choices),
  ].filter((text) => text !== '')

export const choiceTextsOf = (choice: HTMLElement): string[] => [
  ...textsOf(choice),
  ...ownLabels(choice),
  textOf(choice),
  choice.getAttribute('value') ?? '',
]

export function headingOf(control: Element): string {
  for (let part = control.parentElement; part; part = part.parentElement) {
    const heading = part.querySelector(':scope > legend, :scope > h1, :scope > h2, :scope > h3, :scope > h4')
    if (heading) return textOf(heading)
  }
  return ''
}
