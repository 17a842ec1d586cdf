import * as z from 'zod/mini'
import { requiredText, rowId, textLimits } from './common-schemas.ts'
import { endpoint, largeBodyBytes } from './endpoint.ts'
import { languageCodes } from './rules/languages.ts'
import { remarkFlagNames } from './rules/remark-flags.ts'
import { stagedTargets } from './rules/staged-moves.ts'
import { placeholderNames, unknownPlaceholders } from './rules/placeholders.ts'
import { purposeRules, templatePurposes } from './rules/templates.ts'
import { recordOf } from './rules/typed-keys.ts'

const maxTemplateNameLength = 60
/** Maximum for each member, and for the shared ones. */
export const maxTemplates = 200

const describeUnknown = (text: string) =>
  `There is no {${unknownPlaceholders(text)[0]}}. There are ${placeholderNames.map((name) => `{${name}}`).join(', ')}.`

const templateText = requiredText('Please enter a text.', textLimits.note).check(
  z.refine((text) => unknownPlaceholders(text).length === 0, {
    error: ({ input }) => describeUnknown(String(input)),
  }),
)

/** Changes with every save. */
const revision = z
  .int('Revision is not valid.')
  .check(z.positive('Revision is not valid.'), z.maximum(2_147_483_647, 'Revision is not valid.'))

const content = {
  purpose: z.enum(templatePurposes, 'Please choose what it is for.'),
  name: requiredText('Please enter a name.', maxTemplateNameLength),
  texts: z.strictObject({
    ...recordOf(languageCodes, () => z.optional(templateText)),
    en: templateText,
  }),
  moveTo: z.nullable(z.enum(stagedTargets, 'Unknown status.')),
  flags: z.array(z.enum(remarkFlagNames, 'Unknown flag.')).check(z.maxLength(remarkFlagNames.length)),
  isShared: z.boolean(),
  /** Absent for a new template; an outdated revision is refused with 409. */
  replaces: z.optional(z.strictObject({ id: rowId, revision })),
}

const template = z.object({
  id: z.number(),
  purpose: z.enum(templatePurposes),
  name: z.string(),
  texts: z.object({ ...recordOf(languageCodes, () => z.optional(z.string())), en: z.string() }),
  move_to: z.nullable(z.enum(stagedTargets)),
  flags: z.array(z.enum(remarkFlagNames)),
  /** Shared by all members. */
  is_shared: z.boolean(),
  /** Changes with every save. */
  revision: z.number(),
  changed_by: z.string(),
  changed_at: z.string(),
})
export type Template = z.infer<typeof template>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/admin/templates',
  summary: 'The own templates and those of all, by name',
  allow: 'workOrders',
  reply: z.object({ data: z.array(template) }),
})

export const saveTemplate = endpoint({
  method: 'POST',
  path: '/admin/templates',
  summary:
    'Save a template for comments, answers or questions, for oneself or for all: a new one, or in the place of another',
  allow: 'workOrders',
  maxBodyBytes: largeBodyBytes,
  body: z.strictObject(content).check(
    z.refine(({ purpose, flags }) => purposeRules[purpose].hasFlags || flags.length === 0, {
      path: ['flags'],
      error: 'Only comments have flags.',
    }),
    z.refine(({ purpose, texts }) => purposeRules[purpose].hasLanguages || Object.keys(texts).length === 1, {
      path: ['texts'],
      error: 'A comment has one text.',
    }),
    z.refine(({ purpose, moveTo }) => purposeRules[purpose].canMove || moveTo === null, {
      path: ['moveTo'],
      error: 'Asking the customer moves the order by itself.',
    }),
  ),
  reply: z.object({ data: z.object({ id: z.number(), revision: z.number() }) }),
})

export const deleteTemplate = endpoint({
  method: 'PUT',
  path: '/admin/deleted-templates/:id',
  summary: 'Delete a template, or bring it back',
  allow: 'workOrders',
  params: z.object({ id: rowId }),
  body: z.strictObject({ isDeleted: z.boolean() }),
})
