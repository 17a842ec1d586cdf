import { resolve } from 'node:path'
import { SettingError } from '#server/config/setting.ts'
import { commandLineAuditContext } from '#server/audit/audit.ts'
import { headPath, readHead, type ChainHead } from '#server/audit/chain-head.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import { buildFiller } from '#server/filing/build-filler.ts'
import { importFile } from '#server/intake/import/import-file.ts'
import { createProgressBar } from '#server/intake/import/progress-bar.ts'
import { createIntakeKey, listIntakeKeys, revokeIntakeKey } from '#server/intake-keys/intake-keys.ts'
import { inTransaction } from './platform/db/database.ts'
import { RefusalError } from '#server/platform/refusal.ts'
import type { Platform } from './platform/work.ts'
import { describeError } from './platform/log.ts'
import { reseal, type FileTally, type ResealResult } from './platform/reseal/reseal.ts'
import { startPlatform } from './services.ts'

const usage = `npm run intake-key -- create NAME | revoke NAME | list
npm run import -- FILE [--report FILE]
npm run filler -- [FOLDER]
npm run reseal
npm run verify-audit -- [--head FILE]…`

/** The command line is not valid. */
class UsageError extends Error {}

/** Returns the exit code. */
type Command = (platform: Platform, args: string[]) => Promise<number>

const onlyArgument = (args: string[]): string => {
  if (args.length !== 1 || !args[0]) throw new UsageError(usage)
  return args[0]
}

const formatNumber = (n: number) => n.toLocaleString('en')

const formatDay = (date: Date | null) => date?.toISOString().slice(0, 10) ?? '-'

const keyCommands: Record<string, Command> = {
  async create(platform, args) {
    const key = await inTransaction(platform.db, (tx) =>
      createIntakeKey(commandLineAuditContext(platform, tx, platform.clock()), onlyArgument(args)),
    )
    console.error('The key is shown only once:')
    console.log(key)
    return 0
  },
  async revoke(platform, args) {
    await inTransaction(platform.db, (tx) =>
      revokeIntakeKey(commandLineAuditContext(platform, tx, platform.clock()), onlyArgument(args)),
    )
    console.error(`${onlyArgument(args)} is revoked.`)
    return 0
  },
  async list({ db }) {
    const keys = await inTransaction(db, (tx) => listIntakeKeys(tx))
    console.table(
      keys.map(({ name, created_at, last_used_at, revoked_at }) => ({
        name,
        created: formatDay(created_at),
        'last used': formatDay(last_used_at),
        revoked: formatDay(revoked_at),
      })),
    )
    return 0
  },
}

const noArguments = (args: string[]): void => {
  if (args.length > 0) throw new UsageError(usage)
}

/** `--head FILE`, as often as there are files. */
async function headsOf(args: string[]): Promise<ChainHead[]> {
  if (args.length === 0) return []
  const [option, path, ...others] = args
  if (option !== '--head' || path === undefined) throw new UsageError(usage)
  const head = await readHead(path)
  if (!head) throw new UsageError(`${path} is not there.`)
  return [head, ...(await headsOf(others))]
}

/** `FILE`, or `FILE --report FILE`. */
function importArguments(args: string[]): { path: string; reportPath: string } {
  const [path, option, reportPath, ...others] = args
  if (!path || others.length > 0) throw new UsageError(usage)
  if (option === undefined) return { path, reportPath: `${path}.refused.csv` }
  if (option !== '--report' || !reportPath) throw new UsageError(usage)
  return { path, reportPath }
}

const tallyLine = ({ count, names }: FileTally, what: string): string[] =>
  count > 0
    ? [`Files that ${what}: ${formatNumber(count)} (${names.join(', ')}${count > names.length ? ', …' : ''})`]
    : []

const resealSummary = ({ keyIds, ...result }: ResealResult): string[] => [
  `${formatNumber(result.rows)} rows and ${formatNumber(result.files)} files were sealed anew.`,
  ...tallyLine(result.missingFiles, 'are not where DATA_DIR or S3_BUCKET says'),
  ...tallyLine(result.unreadFiles, 'cannot be read'),
  ...(result.lateRows > 0
    ? [
        `Rows that a server sealed by another key meanwhile: ${formatNumber(result.lateRows)}. Start every server with the key ${keyIds[0]} in front, then run this again.`,
      ]
    : []),
  result.isFinished
    ? `The key ${keyIds[0]} alone is needed from now on. Take the others out only when every server has it in front: what a server seals by another key would be lost.`
    : `This is not finished: keep ${keyIds.join(', ')}.`,
]

const commands: Record<string, Command> = {
  'verify-audit': async (platform, args) => {
    const kept = await readHead(headPath(platform.config))
    const heads = [...(kept ? [kept] : []), ...(await headsOf(args))]
    let faults = 0
    const { to, waiting } = await verifyAudit(platform, heads, (fault) => {
      faults += 1
      console.log(fault)
    })
    console.error(
      `${formatNumber(to.seq)} entries are chained, ${formatNumber(waiting)} wait for it; ` +
        `${formatNumber(heads.length)} heads were compared. ` +
        (faults > 0
          ? `${formatNumber(faults)} faults were found.`
          : 'Nothing was changed, removed or added.'),
    )
    return faults > 0 ? 1 : 0
  },
  filler: async (platform, args) => {
    const folder = resolve(args.length === 0 ? 'form-filler' : onlyArgument(args))
    const { product, forms } = await inTransaction(platform.db, (tx) =>
      buildFiller(tx, folder, platform.config.publicUrl),
    )
    console.error(`The form filler for ${product} is in ${folder}.`)
    console.error(
      forms.length > 0
        ? `It fills forms of ${forms.join(', ')}. Load it in Chrome: chrome://extensions, Developer mode, Load unpacked.`
        : `It fills no forms yet: an Admin names the official pages in Form Filler, then run this again.`,
    )
    return 0
  },
  reseal: async (platform, args) => {
    noArguments(args)
    const result = await reseal(platform, {
      progress: (what, count) => console.error(`${what}: ${formatNumber(count)}`),
    })
    console.error(resealSummary(result).join('\n'))
    return result.isFinished ? 0 : 1
  },
  'intake-key': async (platform, [verb = '', ...args]) => {
    const command = keyCommands[verb]
    if (!command) throw new UsageError(usage)
    return command(platform, args)
  },
  import: async (platform, args) => {
    const { path, reportPath } = importArguments(args)
    const { reporter, end } = createProgressBar({
      isTerminal: process.stderr.isTTY,
      write: (text) => process.stderr.write(text),
      now: Date.now,
      reportPath,
    })
    const counts = await importFile(platform, path, reporter, reportPath)
    end(counts)
    return counts.refused > 0 ? 1 : 0
  },
}

async function run(config: Config, command: Command, args: string[]): Promise<number> {
  console.error(`Into the database of ${config.databaseUrl ? 'DATABASE_URL' : `DATA_DIR ${config.dataDir}`}`)
  const { platform, stop } = await startPlatform(config, { worker: false })
  try {
    return await command(platform, args)
  } finally {
    await stop()
  }
}

async function main([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name]
  if (!command) throw new UsageError(usage)
  return run(readConfig(process.env), command, args)
}

const isExpected = (error: unknown) =>
  error instanceof UsageError || error instanceof SettingError || error instanceof RefusalError

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(isExpected(error) && error instanceof Error ? error.message : describeError(error))
    process.exit(1)
  },
)
