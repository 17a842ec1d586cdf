import type { FieldToFill } from '#contract/form-filler.ts'
import type { Control } from './find-controls.ts'
import { comparable } from './label-text.ts'

export interface Travellers {
  traveller: number
  travellers: number
}

/** Score of a control for a field: 3 for its label, 2 for its name, 1 for a label with more words, 0 for no match. */
function fit(control: Control, labels: readonly string[]): number {
  if (labels.some((label) => control.labels.includes(label))) return 3
  if (labels.some((label) => control.names.includes(label))) return 2
  const within = labels.filter((label) => label.includes(' '))
  return control.labels.some((text) => within.some((label) => ` ${text} `.includes(` ${label} `))) ? 1 : 0
}

const isSameSection = (control: Control, section: string) =>
  section !== '' &&
  control.section !== '' &&
  (control.section.includes(section) || section.includes(control.section))

const best = (controls: readonly Control[], score: (control: Control) => number): Control[] => {
  const max = Math.max(0, ...controls.map(score))
  return max === 0 ? [] : controls.filter((control) => score(control) === max)
}

/**
 * The control for a field. 'several' if more fit equally well, since a value in the wrong field is worse than none. If a form
 * asks each traveller the same, the control of this traveller.
 */
export function matchControl(
  field: FieldToFill,
  controls: readonly Control[],
  others: readonly FieldToFill[],
  { traveller, travellers }: Travellers,
): Control | 'several' | undefined {
  const labels = field.labels.map(comparable)
  const section = comparable(field.section)
  const fitting = best(controls, (control) => fit(control, labels))
  const inSection = fitting.filter((control) => isSameSection(control, section))
  const isAskedElsewhere = others.some(
    (other) =>
      other.id !== field.id && other.section !== field.section && other.labels[0] === field.labels[0],
  )
  // If the sheet has the same label in another section, only a control of the right section matches.
  const matching = inSection.length > 0 || isAskedElsewhere ? inSection : fitting
  if (matching.length <= 1) return matching[0]
  return (matching.length === travellers && matching[traveller]) || 'several'
}
