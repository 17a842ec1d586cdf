import { sql } from 'kysely'
import type { RemarkFlag } from '#contract/rules/remark-flags.ts'
import type { StagedTarget } from '#contract/rules/staged-moves.ts'
import type { TemplatePurpose, TemplateTexts } from '#contract/rules/templates.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

interface TemplateContent {
  /** Null for a shared template. */
  ownerId: number | null
  purpose: TemplatePurpose
  name: string
  texts: TemplateTexts
  moveTo: StagedTarget | null
  flags: readonly RemarkFlag[]
}

interface Change {
  by: number
  now: Date
}

export const selectTemplates = (db: Db, memberId: number) =>
  db
    .selectFrom('templates as t')
    .innerJoin('members as m', 'm.id', 't.changed_by')
    .select(['t.id', 't.purpose', 't.name', 't.texts', 't.move_to', 't.flags', 't.revision', 't.changed_at'])
    .select('m.name as changed_by')
    .select(sql<boolean>`t.owner_id is null`.as('is_shared'))
    .where((the) => the.or([the('t.owner_id', '=', memberId), the('t.owner_id', 'is', null)]))
    .where('t.deleted_at', 'is', null)
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .execute()

/** `ownerId` is null for shared templates. */
export async function countTemplates(tx: Tx, ownerId: number | null): Promise<number> {
  const { n } = await tx
    .selectFrom('templates')
    .select((the) => the.fn.countAll<number>().as('n'))
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Whether an owner has another template of this name for the same purpose. */
export async function hasTemplateNamed(
  tx: Tx,
  { ownerId, purpose, name }: Pick<TemplateContent, 'ownerId' | 'purpose' | 'name'>,
  except = 0,
): Promise<boolean> {
  const found = await tx
    .selectFrom('templates')
    .select('id')
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .where('purpose', '=', purpose)
    .where(sql`lower(btrim(name))`, '=', sql`lower(btrim(${name}))`)
    .where('deleted_at', 'is', null)
    .where('id', '<>', except)
    .executeTakeFirst()
  return found !== undefined
}

const columnsOf = (
  { ownerId, purpose, name, texts, moveTo, flags }: TemplateContent,
  { by, now }: Change,
) => ({
  owner_id: ownerId,
  purpose,
  name,
  texts: JSON.stringify(texts),
  move_to: moveTo,
  flags: [...flags],
  changed_by: by,
  changed_at: now,
})

export async function insertTemplate(tx: Tx, content: TemplateContent, change: Change): Promise<number> {
  const { id } = await tx
    .insertInto('templates')
    .values(columnsOf(content, change))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const selectTemplate = (tx: Tx, id: number) =>
  tx
    .selectFrom('templates as t')
    .innerJoin('members as m', 'm.id', 't.changed_by')
    .select(['t.owner_id', 't.purpose', 't.name', 't.revision', 't.deleted_at', 'm.name as changed_by'])
    .where('t.id', '=', id)
    .executeTakeFirst()

/** False if the template has another revision by now. */
export async function updateTemplate(
  tx: Tx,
  { id, revision }: { id: number; revision: number },
  content: TemplateContent,
  change: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('templates')
    .set((the) => ({ ...columnsOf(content, change), revision: the('revision', '+', 1) }))
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const setTemplateDeleted = (tx: Tx, id: number, deletedAt: Date | null) =>
  tx.updateTable('templates').set({ deleted_at: deletedAt }).where('id', '=', id).execute()
