import type { FilledField } from '#contract/filler-messages.ts'
import type { FieldToFill } from '#contract/form-filler.ts'
import { fillForm } from './form/fill-form.ts'
import type { Travellers } from './form/match-control.ts'

// `??=` keeps the first instance: it remembers what it wrote when the page is filled again.

export type FillForm = (data: { fields: readonly FieldToFill[] } & Travellers) => Promise<FilledField[]>

declare global {
  var fillOfficialForm: FillForm | undefined
}

globalThis.fillOfficialForm ??= ({ fields, ...travellers }) => fillForm(fields, travellers)
