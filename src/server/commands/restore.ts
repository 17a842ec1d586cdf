import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { faultOfBackupKey, SettingError } from '#server/settings.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openDestination } from '#server/backup/open-destination.ts'
import { readErasures } from '#server/backup/erasure-list.ts'
import { createProgress } from '#server/backup/progress.ts'
import { restoreDocuments } from '#server/backup/restore-documents.ts'
import { finishRestore, restoreDatabase, type RestoreOptions } from '#server/backup/restore.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { createMailWorker, recoverAbandonedMails } from '#server/platform/mail/mail-worker.ts'
import { openStore } from '#server/platform/files/open-stores.ts'
import { verifyFiles } from '#server/platform/files/verify-files.ts'
import { passOverOrderIds } from '#server/intake/order-ids.ts'
import { repeatErasures } from '#server/privacy/erased-orders.ts'
import { mailTemplates } from '../mail-templates.ts'
import { startPlatform } from '../services.ts'
import { addressArgument } from './backup.ts'
import { fileLine, formatNumber, UsageError, type Command } from './command.ts'

interface RestoreArguments {
  from: string
  until: Date | null
  replaces: boolean
}

const timeWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function parseTime(text: string | undefined): Date {
  if (text === undefined || !timeWithZone.test(text) || Number.isNaN(Date.parse(text)))
    throw new UsageError('--until needs a time with its zone, such as 2026-11-24T15:30:00+07:00.')
  return new Date(text)
}

function restoreArguments([from, ...options]: string[]): RestoreArguments {
  if (!from || from.startsWith('--')) throw new UsageError()
  const parsed: RestoreArguments = { from, until: null, replaces: false }
  while (options.length > 0) {
    const option = options.shift()
    if (option === '--replace') parsed.replaces = true
    else if (option === '--until') parsed.until = parseTime(options.shift())
    else throw new UsageError()
  }
  return parsed
}

async function askForKey(): Promise<string> {
  if (!process.stdin.isTTY) throw new SettingError('BACKUP_KEY is missing')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write('BACKUP_KEY: ')
  const key = await new Promise<string>((resolve) => {
    lines.question('', resolve)
  })
  lines.close()
  process.stderr.write('\n')
  const fault = faultOfBackupKey(key.trim())
  if (fault) throw new SettingError(`BACKUP_KEY ${fault}`)
  return key.trim()
}

/** Repeats later erasures, fetches and verifies the files; returns how many rows lack a whole file. */
async function completeRestore(config: Config, { destination, key, show }: RestoreOptions): Promise<number> {
  const { platform, stop } = await startPlatform(config, { worker: false, restores: true })
  try {
    await recoverAbandonedMails(createMailWorker(platform, mailTemplates))
    await inTransaction(platform.db, passOverOrderIds)
    const erased = await repeatErasures(platform, await readErasures(destination, key))
    console.error(`${formatNumber(erased)} erasures that came later were repeated.`)
    const store = await openStore(config, config.documents.keptIn)
    const fetched = await restoreDocuments(platform, store, destination, show)
    let [faults, orphans] = [0, 0]
    const looked = await verifyFiles(platform, store, {
      progress() {},
      fault(fault, row) {
        faults += 1
        console.log(fileLine(fault, row))
      },
      orphan(name) {
        orphans += 1
        console.log(`orphan: ${name}`)
      },
    })
    console.error(
      `${formatNumber(fetched)} documents were restored. Of ${formatNumber(looked)} rows with a file ` +
        `${formatNumber(faults)} have none that is whole; ${formatNumber(orphans)} files have no row.`,
    )
    return faults
  } finally {
    await stop()
  }
}

export const restoreCommand: Command = {
  usage: 'npm run cli -- restore FOLDER | s3://BUCKET/PREFIX [--until TIME] [--replace]',
  async run(args, env) {
    const { from, until, replaces } = restoreArguments(args)
    const config = readConfig(env)
    const options: RestoreOptions = {
      destination: await openDestination(addressArgument(from), config.backup),
      key: config.backup.key ?? Buffer.from(await askForKey(), 'base64'),
      until,
      replaces,
      show: createProgress((line) => console.error(line)),
      say: (line) => console.error(line),
    }
    const { recovered } = await restoreDatabase(config, options)
    const last = recovered?.lastTransaction
    if (last) console.error(`The last transaction that is restored is of ${last.toISOString()}.`)
    if (recovered?.endedEarly) console.error('The log has nothing later, though --until is.')
    const faults = await completeRestore(config, options)
    await finishRestore(config)
    if (config.databaseUrl && config.dataKeys === undefined)
      console.error(
        `The data keys are in ${join(config.dataDir, 'keys', 'data-keys')}: set them as DATA_KEYS of every server of this database.`,
      )
    console.error(
      `${config.databaseUrl ? 'Files and keys are' : 'Everything is'} in ${config.dataDir}: npm start serves it.`,
    )
    return faults > 0 ? 1 : 0
  },
}
