import { SettingError } from '#server/settings.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { RefusalError } from '#server/platform/refusal.ts'
import { backupCommand } from './commands/backup.ts'
import { UsageError, type Command } from './commands/command.ts'
import { doctorCommand } from './commands/doctor.ts'
import { fillerCommand } from './commands/filler.ts'
import { importCommand } from './commands/import.ts'
import { intakeKeyCommand } from './commands/intake-key.ts'
import { migrateCommand } from './commands/migrate.ts'
import { moveDocumentsCommand } from './commands/move-documents.ts'
import { rereadMailsCommand } from './commands/reread-mails.ts'
import { resealCommand } from './commands/reseal.ts'
import { restoreCommand } from './commands/restore.ts'
import { verifyAuditCommand } from './commands/verify-audit.ts'
import { verifyFilesCommand } from './commands/verify-files.ts'
import { refuseForeignFolder } from './platform/foreign-folder.ts'
import { describeError } from './platform/log.ts'

const commands: Record<string, Command> = {
  'intake-key': intakeKeyCommand,
  import: importCommand,
  filler: fillerCommand,
  migrate: migrateCommand,
  reseal: resealCommand,
  'reread-mails': rereadMailsCommand,
  'verify-audit': verifyAuditCommand,
  'move-documents': moveDocumentsCommand,
  'verify-files': verifyFilesCommand,
  doctor: doctorCommand,
  backup: backupCommand,
  restore: restoreCommand,
}

const usageOf = (command: Command | undefined) =>
  (command ? [command] : Object.values(commands)).map(({ usage }) => usage).join('\n')

const expected = [SettingError, RefusalError, BackupError]
const isExpected = (error: Error) => expected.some((kind) => error instanceof kind)

/** npm removes the `--` before the arguments; other launchers pass it on. */
const withoutSeparator = (given: string[]) => (given[0] === '--' ? given.slice(1) : given)

const [name = '', ...given] = process.argv.slice(2)
const args = withoutSeparator(given)
const command = commands[name]

async function main(): Promise<number> {
  if (!command) throw new UsageError()
  await refuseForeignFolder(process.env['DATA_DIR'])
  return command.run(args, process.env)
}

// The reader may close the pipe early, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof UsageError) console.error(error.message || usageOf(command))
    else console.error(error instanceof Error && isExpected(error) ? error.message : describeError(error))
    process.exit(1)
  },
)
