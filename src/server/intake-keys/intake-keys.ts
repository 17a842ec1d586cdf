import { wireInstant } from '#contract/rules/dates.ts'
import * as contract from '#contract/intake-keys.ts'
import { recordAudit, auditContext, type AuditContext } from '#server/audit/audit.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'

/** Names in events and idempotency keys for INTAKE_KEY and `npm run import`. */
const reservedNames = new Set(['INTAKE_KEY', 'import'])

/** Returns the key, of which only the hash is stored (product §5, Intake). */
export async function createIntakeKey(
  context: AuditContext,
  { name, domains }: { name: string; domains: string[] },
): Promise<string> {
  const { tx, now } = context
  const trimmedName = name.trim()
  if (trimmedName === '') refuse('invalid', 'An intake key needs a name.')
  // Serialises naming, so that no two active keys have the same name.
  await lockByName(tx, 'intake key names')
  if (reservedNames.has(trimmedName) || (await isActiveName(tx, trimmedName)))
    refuse('conflict', `There is an intake key named ${trimmedName}.`)
  const key = `pik_${newSecret()}`
  await insertKey(tx, { name: trimmedName, key_hash: secretHash(key), domains, created_at: now })
  await recordAudit(context, 'intake key made', { name: trimmedName, domains })
  return key
}

/** 404 if no active key has this name. */
export async function revokeIntakeKey(context: AuditContext, rawName: string): Promise<void> {
  const { tx, now } = context
  const name = rawName.trim()
  if (!(await revokeKeys(tx, name, now))) refuse('notFound', `There is no active intake key named ${name}.`)
  await recordAudit(context, 'intake key revoked', { name })
}

/** All keys, revoked ones too, oldest first, without their secrets. */
export const listIntakeKeys = (tx: Tx) => selectKeys(tx)

export const intakeKeyCalls = implement(contract, {
  listIntakeKeys: read(async ({ tx }) => {
    const keys = await listIntakeKeys(tx)
    const data = keys
      .toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null))
      .map(({ created_at, last_used_at, revoked_at, ...key }) => ({
        ...key,
        created_at: wireInstant(created_at),
        last_used_at: last_used_at && wireInstant(last_used_at),
        revoked_at: revoked_at && wireInstant(revoked_at),
      }))
    return { data }
  }),
  createIntakeKey: write(async (work, { body: { name, domains } }) => ({
    message: `Intake key ${name} is made.`,
    data: { name, key: await createIntakeKey(auditContext(work), { name, domains }) },
  })),
  revokeIntakeKey: write(async (work, { params: { id } }) => {
    const { tx, now } = work
    const revoked = await revokeKey(tx, id, now)
    if (!revoked) return refuse('notFound', 'This intake key has already been revoked.')
    const { name } = revoked
    await recordAudit(auditContext(work), 'intake key revoked', { name })
    return { message: `Intake key ${name} is revoked.` }
  }),
})

export const insertKey = (
  tx: Tx,
  key: { name: string; key_hash: Buffer; domains: string[] | null; created_at: Date },
) =>
  tx
    .insertInto('intake_keys')
    .values({ ...key, last_used_at: null, revoked_at: null })
    .execute()

const isActiveName = async (tx: Tx, name: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('intake_keys')
    .select('id')
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

const revokeKeys = async (tx: Tx, name: string, now: Date): Promise<boolean> => {
  const revoked = await tx
    .updateTable('intake_keys')
    .set({ revoked_at: now })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.length > 0
}

/** Returns the key's name; undefined if it is already revoked. */
const revokeKey = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('intake_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()

const selectKeys = (tx: Tx) =>
  tx
    .selectFrom('intake_keys')
    .select(['id', 'name', 'domains', 'created_at', 'last_used_at', 'revoked_at'])
    .orderBy('id')
    .execute()
