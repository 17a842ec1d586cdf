import { wireInstant } from '#contract/rules/dates.ts'
import type { Body } from '#contract/endpoint.ts'
import { can } from '#contract/rules/roles.ts'
import { maxTemplates } from '#contract/templates.ts'
import * as contract from '#contract/templates.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, readOnce, write } from '#server/platform/http/implement.ts'
import {
  countTemplates,
  hasTemplateNamed,
  insertTemplate,
  selectTemplate,
  selectTemplates,
  setTemplateDeleted,
  updateTemplate,
} from './templates.queries.ts'

type TemplateInput = Body<typeof contract.saveTemplate>

function requireSharing({ actor }: Work): void {
  if (!can(actor.role, 'shareTemplates'))
    refuse('forbidden', 'Only Admins and Managers change the templates of all.')
}

const contentOf = ({ actor }: Work, { isShared, ...content }: TemplateInput) => ({
  ...content,
  ownerId: isShared ? null : actor.id,
})
type TemplateContent = ReturnType<typeof contentOf>

/** Serialises naming, so that no two templates of an owner have the same name. */
async function requireName(work: Work, named: Parameters<typeof hasTemplateNamed>[1], except?: number) {
  await lockByName(work.tx, `templates of ${named.ownerId ?? 'all'}`)
  if (await hasTemplateNamed(work.tx, named, except))
    refuse('conflict', `There is a template named ${named.name}.`, {
      errors: { name: `There is a template named ${named.name}.` },
    })
}

/** The caller's own template, or a shared one if they may change those; 404 for others. */
async function requireTemplate(work: Work, id: number) {
  const found = await selectTemplate(work.tx, id)
  if (!found || (found.owner_id !== null && found.owner_id !== work.actor.id))
    return refuse('notFound', 'This template is not there any more.')
  if (found.owner_id === null) requireSharing(work)
  return found
}

async function addTemplate(work: Work, content: TemplateContent): Promise<number> {
  await requireName(work, content)
  if ((await countTemplates(work.tx, content.ownerId)) >= maxTemplates)
    refuse('invalid', `There can be at most ${maxTemplates} templates. Please delete one first.`)
  return insertTemplate(work.tx, content, { by: work.actor.id, now: work.now })
}

/** Changes a template of the revision that the caller saw; a concurrent editor is told who was first. */
async function changeTemplate(
  work: Work,
  replaced: { id: number; revision: number },
  content: TemplateContent,
): Promise<void> {
  await requireTemplate(work, replaced.id)
  await requireName(work, content, replaced.id)
  if (await updateTemplate(work.tx, replaced, content, { by: work.actor.id, now: work.now })) return
  const { deleted_at, changed_by } = await requireTemplate(work, replaced.id)
  if (deleted_at) refuse('notFound', 'This template is not there any more.')
  refuse('conflict', `${changed_by} changed this template meanwhile.`)
}

export async function saveTemplate(
  work: Work,
  { replaces, ...input }: TemplateInput,
): Promise<{ id: number; revision: number }> {
  if (input.isShared) requireSharing(work)
  const content = contentOf(work, input)
  if (!replaces) return { id: await addTemplate(work, content), revision: 1 }
  await changeTemplate(work, replaces, content)
  return { id: replaces.id, revision: replaces.revision + 1 }
}

export const templateCalls = implement(contract, {
  /** Product §12. */
  listTemplates: readOnce(async ({ db, actor }) => {
    const rows = await selectTemplates(db, actor.id)
    return { data: rows.map(({ changed_at, ...row }) => ({ ...row, changed_at: wireInstant(changed_at) })) }
  }),
  saveTemplate: write(async (work, { body }) => ({
    message: `Template ${body.name} is saved.`,
    data: await saveTemplate(work, body),
  })),
  deleteTemplate: write(async (work, { params: { id }, body: { isDeleted } }) => {
    const { owner_id: ownerId, purpose, name } = await requireTemplate(work, id)
    if (!isDeleted) await requireName(work, { ownerId, purpose, name }, id)
    await setTemplateDeleted(work.tx, id, isDeleted ? work.now : null)
    return { message: `Template ${name} is ${isDeleted ? 'deleted' : 'back'}.` }
  }),
})
