import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { openFileStore } from '#server/platform/files/open-stores.ts'
import { jobSchema } from '#server/platform/jobs/make-queues.ts'
import { removeOrphanedFiles } from '#server/platform/files/orphaned-files.ts'
import { verifyFiles } from '#server/platform/files/verify-files.ts'
import type { startSmtp } from '../../../test/support/mail/smtp.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** Another server draws the preview of a dead one after five minutes. */
const limitMs = 7 * 60_000
const twoDaysMs = 2 * 24 * 60 * 60_000

interface EndOptions {
  app: TestApp
  smtp: Awaited<ReturnType<typeof startSmtp>>
  until(): Promise<unknown>
}

/** Deliveries of each mail by the id in its Message-ID. */
function countDelivered({ smtp }: EndOptions): Map<string, number> {
  const delivered = new Map<string, number>()
  for (const { raw } of smtp.log()) {
    const id = /^message-id:\s*<([^@>]+)@/im.exec(raw.toString('latin1'))?.[1] ?? 'none'
    delivered.set(id, (delivered.get(id) ?? 0) + 1)
  }
  return delivered
}

/** Only SMTP is configured: mails resent by another provider stay waiting. */
const waitsForProvider = sql<boolean>`mails.provider <> 'SMTP'`

export async function countLeft(owner: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from mails where state in ('queued', 'sending') and not ${waitsForProvider})
      + (select count(*) from ${sql.table(`${jobSchema}.job`)} where state in ('created', 'retry', 'active') and start_after < now()
         and name not like '\\_\\_%') as n`.execute(owner)
  return rows[0]?.n ?? 0
}

async function settle({ app, until }: EndOptions): Promise<void> {
  const deadline = Date.now() + limitMs
  while ((await countLeft(app.owner)) > 0 && Date.now() < deadline) {
    await until()
    await pause(1000)
  }
}

/** A sent mail was delivered once, an unknown one at most once, no other at all. */
async function verifyMails(options: EndOptions) {
  const delivered = countDelivered(options)
  const mails = await options.app.owner
    .selectFrom('mails')
    .select(['id', 'state', waitsForProvider.as('isWaiting')])
    .execute()
  const violations: string[] = []
  for (const { id, state, isWaiting } of mails) {
    const copies = delivered.get(id) ?? 0
    const isRight = state === 'sent' ? copies === 1 : state === 'unknown' ? copies <= 1 : copies === 0
    if (!isRight || state === 'sending' || (state === 'queued' && !isWaiting))
      violations.push(`a mail is ${state} and was delivered ${copies} times`)
    delivered.delete(id)
  }
  return {
    mails: mails.length,
    violations: [...violations, ...[...delivered.keys()].map((id) => `${id} has no row`)],
  }
}

/** Names of files without a row, and rows without a file. */
async function compareFiles({ app }: EndOptions) {
  const [orphans, violations]: [string[], string[]] = [[], []]
  const later = { ...app.platform, clock: () => new Date(Date.now() + twoDaysMs) }
  await verifyFiles(later, await openFileStore(app.platform.config), {
    progress() {},
    fault: (fault, row) => violations.push(`${fault}: ${row.kind.title} of order ${row.orders}`),
    orphan: (name) => orphans.push(name),
  })
  return { orphans, violations, later }
}

/** Compares every mail and file with its row once all work has ended. */
export async function verifyEnd(options: EndOptions) {
  await settle(options)
  const { mails, violations } = await verifyMails(options)
  const before = await compareFiles(options)
  await removeOrphanedFiles(before.later)
  const after = await compareFiles(options)
  return {
    mails,
    orphans: before.orphans.length,
    violations: [
      ...violations,
      ...after.violations,
      ...after.orphans.map((name) => `${name} has no row, and the job left it`),
    ],
  }
}
