import type { FilledField } from '#contract/filler-messages.ts'
import type { FieldToFill } from '#contract/form-filler.ts'
import { fillForm } from './form/fill-form.ts'
import type { Travellers } from './form/match-control.ts'

// Put into the official page, once for each page: what was written there is known when it is filled again.

export type FillForm = (data: { fields: readonly FieldToFill[] } & Travellers) => Promise<FilledField[]>

declare global {
  var fillOfficialForm: FillForm | undefined
}

globalThis.fillOfficialForm ??= ({ fields, ...travellers }) => fillForm(fields, travellers)
