import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { createOrder } from '#contract/intake.ts'
import { findLateLog } from '#server/backup/waiting-log.ts'
import { prepareOrder } from '#server/intake/prepare-order.ts'
import { insertOrder } from '#server/orders/orders.ts'
import {
  inTransaction,
  isDatabaseAway,
  isDatabaseBusy,
  isDatabaseFull,
  takesNoWrites,
} from '#server/platform/db/database.ts'
import { intakePart } from '#server/platform/http/health.ts'
import { configuredProviders, createTransports } from '#server/platform/mail/providers.ts'
import { MailFailure } from '#server/platform/mail/transport.ts'
import { SlowPart, type CheckedPart } from '#server/platform/self-check.ts'
import type { Platform } from '#server/platform/work.ts'

type Tried = Pick<Platform, 'config' | 'db' | 'seal' | 'files' | 'clock'>
type Checked = Tried & Pick<Platform, 'scanner'>

/** Of fifteen digits; orders get ids of ten. */
const lowestId = 999_999_999_000_000
const idCount = 999_999

class RolledBack extends Error {}

/** Takes in an order as intake does, and rolls it back: triggers, rights and indexes take part. */
async function takeInAndRollBack({ db, seal, config, clock }: Tried): Promise<void> {
  const now = clock()
  const sent = z.parse(createOrder.body, {
    landing_domain: 'arrival.pabean.example',
    email: 'self@check.example',
  })
  const orderId = lowestId + randomInt(idCount)
  const order = prepareOrder(sent, { orderId, createdAt: now, schedule: config.schedule, seal })
  const actor = { kind: 'job', name: 'Self-check' } as const
  await inTransaction(db, async (tx) => {
    await insertOrder({ tx, seal, now, actor }, order)
    throw new RolledBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}

/** A commit reaches the disk, and a synchronous replica. */
const commitRow = ({ db, clock }: Tried) =>
  inTransaction(db, async (tx) => {
    const value = JSON.stringify({ at: clock().toISOString() })
    await tx
      .insertInto('settings')
      .values({ key: 'self-check', value })
      .onConflict((same) => same.column('key').doUpdateSet({ value }))
      .execute()
  })

const intakeCauses: readonly (readonly [fits: (error: unknown) => boolean, cause: string])[] = [
  [takesNoWrites, 'the database takes no writes'],
  [isDatabaseFull, 'the disk of the database is full'],
  [isDatabaseAway, 'the database cannot be reached'],
]

const intake = (checked: Tried): CheckedPart => ({
  name: intakePart,
  async look() {
    try {
      // A connection may have been lost while it was idle.
      await takeInAndRollBack(checked).catch((error: unknown) => {
        if (!isDatabaseAway(error)) throw error
        return takeInAndRollBack(checked)
      })
      await commitRow(checked)
    } catch (error) {
      throw isDatabaseBusy(error) ? new SlowPart('it was busy', { cause: error }) : error
    }
  },
  lacks: (error) =>
    ['no order can be taken in', intakeCauses.find(([fits]) => fits(error))?.[1]].filter(Boolean).join(': '),
  slowly: 'the database is slow: calls take long or are refused',
})

const files = ({ files: store }: Tried): CheckedPart => ({
  name: 'files',
  look: (signal) => store.probe(signal),
  lacks: () => 'files cannot be stored: uploads are refused, and mails with files have to come again',
  slowly: 'files are stored slowly: uploads take long',
})

const malwareScanner = ({ scanner }: Checked): CheckedPart[] =>
  scanner
    ? [
        {
          name: 'scanner',
          async look() {
            if (!(await scanner.isReachable())) throw new Error('clamd does not answer')
          },
          lacks: () =>
            'the malware scanner cannot be reached: uploads are refused, and mails with files have to come again',
        },
      ]
    : []

const backupLog = (checked: Checked): CheckedPart[] =>
  checked.config.backup.to
    ? [
        {
          name: 'backup',
          async look() {
            const late = await findLateLog(checked)
            if (late)
              throw new Error(`${late.count} files of the log have waited for ${late.minutes} minutes`)
          },
          lacks: () => 'what was written last is not in the backup',
        },
      ]
    : []

/** Servers that count refused sign-ins close the door to an address that goes on trying. */
const refusedRestMs = 5 * 60_000
const mailRestMs = 60_000

function mailProviders({ config }: Tried): CheckedPart[] {
  const transports = createTransports(config)
  return configuredProviders(config).map((provider) => ({
    name: `mail by ${provider}`,
    look: (signal) => transports(provider).open(signal),
    lacks: () => `mails by ${provider} wait: it cannot be opened`,
    restMs: (error) => (error instanceof MailFailure && error.kind === 'sender' ? refusedRestMs : mailRestMs),
  }))
}

/** Parts that are tried as the work uses them. */
export const triedParts = (tried: Tried): CheckedPart[] => [
  intake(tried),
  files(tried),
  ...mailProviders(tried),
]

export const checkedParts = (checked: Checked): CheckedPart[] => [
  ...triedParts(checked),
  ...malwareScanner(checked),
  ...backupLog(checked),
]
