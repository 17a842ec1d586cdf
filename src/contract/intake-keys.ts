import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requiredText, rowId } from './common-schemas.ts'

const maxKeyNameLength = 100

const intakeKey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
})
export type IntakeKey = z.infer<typeof intakeKey>

export const listIntakeKeys = endpoint({
  method: 'GET',
  path: '/admin/intake-keys',
  summary: 'Every intake key there was, without the keys themselves',
  allow: 'manageIntakeKeys',
  reply: z.object({ data: z.array(intakeKey) }),
})

export const createIntakeKey = endpoint({
  method: 'POST',
  path: '/admin/intake-keys',
  summary: 'Make an intake key; the answer is the only one that shows it',
  allow: 'manageIntakeKeys',
  needsFreshSignIn: true,
  body: z.strictObject({
    name: requiredText('Please enter a name.', maxKeyNameLength),
  }),
  reply: z.object({ data: z.object({ name: z.string(), key: z.string() }) }),
})

export const revokeIntakeKey = endpoint({
  method: 'DELETE',
  path: '/admin/intake-keys/:id',
  summary: 'Revoke an intake key: from now on it opens nothing',
  allow: 'manageIntakeKeys',
  needsFreshSignIn: true,
  params: z.object({ id: rowId }),
})
