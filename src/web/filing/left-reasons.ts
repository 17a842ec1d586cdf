import type { LeftReason } from '#contract/filler-messages.ts'

/** Why the form filler left a field, as the sheet says it. */
export const leftReasonTexts: Record<LeftReason, string> = {
  'not on the page': 'not found on the page',
  'several fields fit': 'several fields of the page fit',
  'holds other text': 'the field holds another text',
  'no such choice': 'its list has no such choice',
  'not taken': 'the page did not take it',
}
