import * as z from 'zod/mini'

/** Reasons for a field that was not filled. */
export const leftReasons = [
  'not on the page',
  'several fields fit',
  'holds other text',
  'no such choice',
  'not taken',
] as const
export type LeftReason = (typeof leftReasons)[number]

/** Result for a field of the official form; `left` is null if it was filled. */
const filledField = z.object({ id: z.string(), left: z.nullable(z.enum(leftReasons)) })
export type FilledField = z.infer<typeof filledField>

export const pageMessage = z.discriminatedUnion('type', [
  z.object({ to: z.literal('form filler'), type: z.literal('are you there') }),
  z.object({ to: z.literal('form filler'), type: z.literal('fill'), token: z.string() }),
])
export type PageMessage = z.infer<typeof pageMessage>

export const fillerMessage = z.discriminatedUnion('type', [
  z.object({ to: z.literal('filing sheet'), type: z.literal('here') }),
  z.object({ to: z.literal('filing sheet'), type: z.literal('filled'), fields: z.array(filledField) }),
  z.object({ to: z.literal('filing sheet'), type: z.literal('failed'), message: z.string() }),
])
export type FillerMessage = z.infer<typeof fillerMessage>
export type FillOutcome = Exclude<FillerMessage, { type: 'here' }>
