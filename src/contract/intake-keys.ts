import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requiredText, rowId, textLimits } from './common-schemas.ts'

const maxKeyNameLength = 100

/** Domains as typed or pasted, separated by blanks or commas: `https://Arrival.example/order` is `arrival.example`. */
const domainsIn = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/[\s,;]+/))]
    .map((domain) => domain.replace(/^https?:\/\//, '').split(/[/:]/, 1)[0] ?? '')
    .filter((domain) => domain !== '')

const domains = z.pipe(
  requiredText('Please enter the domains of its sites.', textLimits.paragraph),
  z.pipe(
    z.transform(domainsIn),
    z
      .array(
        z
          .string()
          .check(
            z.refine((domain) => domain.includes('.') && !domain.includes('@'), 'A domain is not valid.'),
          ),
      )
      .check(z.minLength(1, 'Please enter the domains of its sites.')),
  ),
)

const intakeKey = z.object({
  id: z.number(),
  name: z.string(),
  /** Domains, with their subdomains, whose orders the key may send; null for all. */
  domains: z.nullable(z.array(z.string())),
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
    domains,
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
