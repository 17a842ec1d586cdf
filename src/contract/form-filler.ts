import * as z from 'zod/mini'
import { orderId, requiredText, rowId, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { fieldKinds } from './rules/filing-sheet.ts'
import { isWebOrigin } from './rules/web-origin.ts'

const formOrigin = z.object({
  id: z.number(),
  origin: z.string(),
  created_at: z.string(),
  created_by: z.string(),
})
export type FormOrigin = z.infer<typeof formOrigin>

/** Maximum number of origins; each is one official page. */
export const maxFormOrigins = 20
const missingOrigin = 'Please enter the address of the official page.'
const invalidOrigin = 'An address has a scheme and a host alone, as https://form.example.'

const webOrigin = requiredText(missingOrigin, textLimits.line).check(z.refine(isWebOrigin, invalidOrigin))

export const listFormOrigins = endpoint({
  method: 'GET',
  path: '/admin/form-origins',
  summary: 'The origins of the official page that the form filler may fill',
  allow: 'workOrders',
  reply: z.object({ data: z.array(formOrigin) }),
})

export const addFormOrigin = endpoint({
  method: 'POST',
  path: '/admin/form-origins',
  summary: 'Let the form filler fill forms of this origin',
  allow: 'manageFormOrigins',
  needsFreshSignIn: true,
  body: z.strictObject({ origin: webOrigin }),
  reply: z.object({ data: z.object({ id: z.number() }) }),
})

export const removeFormOrigin = endpoint({
  method: 'DELETE',
  path: '/admin/form-origins/:id',
  summary: 'Let the form filler fill no forms of this origin any more',
  allow: 'manageFormOrigins',
  needsFreshSignIn: true,
  params: z.object({ id: rowId }),
})

/** Travellers of one order, as `rules/filing-sheet.ts` lists them. */
const maxTraveller = 200
const invalidTraveller = 'Traveller is not valid.'

export const createFillToken = endpoint({
  method: 'POST',
  path: '/admin/fill-tokens',
  summary: 'A token by which the form filler gets one traveller of one order, once',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    /** Index from 0, in the order of the filing sheet. */
    traveller: z
      .number(invalidTraveller)
      .check(
        z.int(invalidTraveller),
        z.minimum(0, invalidTraveller),
        z.maximum(maxTraveller, invalidTraveller),
      ),
  }),
  reply: z.object({ data: z.object({ token: z.string() }) }),
})

/** A field of the official form with its value. */
const fieldToFill = z.object({
  id: z.string(),
  /** Heading above the field on the official page. */
  section: z.string(),
  labels: z.array(z.string()),
  kind: z.enum(fieldKinds),
  value: z.string(),
  answers: z.array(z.string()),
})
export type FieldToFill = z.infer<typeof fieldToFill>

export const fetchFieldsToFill = endpoint({
  method: 'POST',
  path: '/form-filler/fields',
  summary: 'For the form filler: what a token gives, for a form of an origin that an Admin has named',
  allow: 'anyone',
  body: z.strictObject({
    token: requiredText('Please enter a token.', textLimits.line),
    origin: webOrigin,
  }),
  reply: z.object({
    data: z.object({
      fields: z.array(fieldToFill),
      /** Index from 0, and the number of travellers. */
      traveller: z.number(),
      travellers: z.number(),
    }),
  }),
})
