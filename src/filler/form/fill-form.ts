import type { FilledField, LeftReason } from '#contract/filler-messages.ts'
import type { FieldToFill } from '#contract/form-filler.ts'
import { fillControl } from './fill-control.ts'
import { findControls, type Control } from './find-controls.ts'
import { markControl } from './mark-control.ts'
import { matchControl, type Travellers } from './match-control.ts'
import { neverSubmitting } from './never-submit.ts'
import { waitUntil } from './wait-until.ts'

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
