import { importFile } from '#server/intake/import/import-file.ts'
import { createProgressBar } from '#server/intake/import/progress-bar.ts'
import { UsageError } from './command.ts'
import { onPlatform } from './on-platform.ts'

function importArguments(args: string[]): { path: string; reportPath: string } {
  const [path, option, reportPath, ...others] = args
  if (!path || others.length > 0) throw new UsageError()
  if (option === undefined) return { path, reportPath: `${path}.refused.csv` }
  if (option !== '--report' || !reportPath) throw new UsageError()
  return { path, reportPath }
}

export const importCommand = onPlatform('npm run import -- FILE [--report FILE]', async (platform, args) => {
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
})
