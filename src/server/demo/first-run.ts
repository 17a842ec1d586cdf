import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { hashPassword, passwordMatches } from '#server/platform/auth/passwords.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { addFirstAdmin, choosePassword, lockFirstRun, replaceExpiredPasswords } from './first-admin.ts'
import { hasMembers, hasOrders, insertMembers, selectPasswordHashes } from './demo.queries.ts'
import { demoTeam } from './team.ts'

const passwordFile = (config: Config) => join(config.dataDir, 'demo-password')

/** Stored so that a later start can print the sign-ins again. */
async function savePassword(config: Config, password: string): Promise<void> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile(config), `${password}\n`, { mode: 0o600 })
}

const signInLines = (password: string, emails: readonly string[]): string[] => [
  `Sign in with the password ${password} as`,
  ...demoTeam
    .filter(({ email }) => emails.includes(email))
    .map(({ email, role, name }) => `  ${email.padEnd(27)} ${role.padEnd(12)} ${name}`),
]

/** The demo sign-ins whose password is still valid. */
async function loadSignInLines({ config }: Platform, tx: Tx): Promise<string[]> {
  const password = await readFile(passwordFile(config), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
  if (password === null) return []
  const members = await selectPasswordHashes(
    tx,
    demoTeam.map(({ email }) => email),
  )
  // Members who kept the demo's password share a hash.
  const hashes = [...new Set(members.map((member) => member.password_hash))]
  const areValid = await Promise.all(hashes.map((stored) => passwordMatches(stored, password)))
  const validEmails = members.flatMap(({ email, password_hash }) =>
    email && areValid[hashes.indexOf(password_hash)] ? [email] : [],
  )
  return validEmails.length > 0 ? signInLines(password, validEmails) : []
}

/**
 * Fills an empty database with a member of each role and orders in every queue (product §10, first run), in one
 * transaction. Returns sign-in lines, also at later starts. A database with orders but no member gets its first Admin
 * instead.
 */
export async function seedDemo(platform: Platform): Promise<string[]> {
  const { lines, isSeeded } = await inTransaction(platform.db, (tx) => seedOnce(platform, tx))
  // After the commit: incoming mails need existing orders.
  if (isSeeded) {
    const { proposeDemoDocument, receiveDemoReplies } = await import('./inbox.ts')
    await receiveDemoReplies(platform)
    await proposeDemoDocument(platform)
  }
  return lines
}

async function seedOnce(platform: Platform, tx: Tx): Promise<{ lines: string[]; isSeeded: boolean }> {
  await lockFirstRun(tx)
  if (await hasMembers(tx)) {
    const replaced = await replaceExpiredPasswords(platform, tx)
    return { lines: [...(await loadSignInLines(platform, tx)), ...replaced], isSeeded: false }
  }
  if (await hasOrders(tx)) return { lines: await addFirstAdmin(platform, tx), isSeeded: false }
  const { config, clock } = platform
  const now = clock()
  const joinedAt = new Date(now.getTime() - 400 * 24 * 60 * 60_000)
  const password = choosePassword('DEMO_PASSWORD', config.demoPassword)
  const password_hash = await hashPassword(password)
  const team = await insertMembers(
    tx,
    demoTeam.map(({ load: _load, ...member }) => ({ ...member, password_hash, created_at: joinedAt })),
  )
  // Needed at a database's first start only.
  const { seedContent } = await import('./content.ts')
  await seedContent({ ...platform, tx, now }, team)
  await savePassword(config, password)
  const emails = demoTeam.map(({ email }) => email)
  return { lines: signInLines(password, emails), isSeeded: true }
}
