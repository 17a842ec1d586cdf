import { actorNames } from '#contract/rules/actor-names.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { SettingError } from '#server/settings.ts'
import { isCommonPassword } from '#server/platform/auth/common-passwords.ts'
import {
  generatedPasswordDays,
  generatedPasswordExpiry,
  readablePassword,
} from '#server/platform/auth/generated-password.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import type { JobActor, Platform, Work } from '#server/platform/work.ts'
import { endMemberSessions } from '#server/session/sessions.ts'
import { tellAccount } from '#server/session/tell-account.ts'
import { hasMembers, insertMembers, replacePassword, selectExpiredPasswords } from './demo.queries.ts'

/** Of servers that start together on one database, one seeds it and the others wait. */
export const lockFirstRun = (tx: Tx) => lockByName(tx, 'first run')

/** The given password, else a generated one. */
export function choosePassword(setting: string, given: string | undefined): string {
  if (given !== undefined && isCommonPassword(given)) throw new SettingError(`${setting} is too common`)
  return given ?? readablePassword()
}

/** ADMIN_PASSWORD, or a generated password that expires; `lines` say how to sign in. */
async function adminPassword({ config, clock }: Platform) {
  const password = choosePassword('ADMIN_PASSWORD', config.adminPassword)
  const isGiven = config.adminPassword !== undefined
  return {
    row: {
      password_hash: await hashPassword(password),
      password_expires_at: isGiven ? null : generatedPasswordExpiry(clock()),
    },
    lines: (email: string) =>
      isGiven
        ? [`Sign in as ${email} with ADMIN_PASSWORD.`]
        : [
            `Sign in as ${email} with the password ${password} (shown this once).`,
            `Set one of your own within ${generatedPasswordDays} days.`,
          ],
  }
}

/** The Admin of ADMIN_EMAIL and ADMIN_PASSWORD; a generated password is printed once (product §10). */
export async function addFirstAdmin(platform: Platform, tx: Tx): Promise<string[]> {
  const email = platform.config.adminEmail ?? 'admin@pabean.example'
  const { row, lines } = await adminPassword(platform)
  await insertMembers(tx, [{ name: 'Admin', email, role: 'Admin', ...row, created_at: platform.clock() }])
  return lines(email)
}

/** Prints a new password for each expired printed one, so that its member is not locked out. */
export async function replaceExpiredPasswords(platform: Platform, tx: Tx): Promise<string[]> {
  const now = platform.clock()
  const actor: JobActor = { kind: 'job', name: actorNames.serverStart }
  const work: Work<JobActor> = { ...platform, tx, now, actor, ip: '', userAgent: '' }
  const printed: string[] = []
  for (const { id, name, email } of await selectExpiredPasswords(tx, now)) {
    const { row, lines } = await adminPassword(platform)
    await replacePassword(tx, id, row)
    await endMemberSessions(work, id)
    await recordAudit(auditContext(work), 'member changed', { id, name, changes: [{ field: 'password' }] })
    await tellAccount(work, { id, name, emails: [email] }, 'password changed')
    printed.push(...lines(email ?? name))
  }
  return printed
}

/**
 * Creates the first Admin of a database without members. Returns sign-in lines; at later starts none, unless a
 * printed password has expired.
 */
export const createFirstAdmin = (platform: Platform): Promise<string[]> =>
  inTransaction(platform.db, async (tx) => {
    await lockFirstRun(tx)
    return (await hasMembers(tx)) ? replaceExpiredPasswords(platform, tx) : addFirstAdmin(platform, tx)
  })
