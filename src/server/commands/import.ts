import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { ImportPreview } from '#contract/imports.ts'
import { commandLineAuditContext } from '#server/audit/audit.ts'
import { fileAt } from '#server/intake/import/decode-file.ts'
import { hashFile, importFile } from '#server/intake/import/import-file.ts'
import { previewFile } from '#server/intake/import/preview-file.ts'
import { createProgressBar } from '#server/intake/import/progress-bar.ts'
import { detectFormat } from '#server/intake/import/read-records.ts'
import { takeBackFile } from '#server/intake/import/take-back.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { formatNumber, UsageError } from './command.ts'
import { onPlatform } from './on-platform.ts'

interface ImportArguments {
  path: string
  reportPath: string
  encoding: string | undefined
  takesBack: boolean
}

function importArguments(args: string[]): ImportArguments {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        report: { type: 'string' },
        encoding: { type: 'string' },
        'take-back': { type: 'boolean', default: false },
      },
    })
    const [path, ...others] = positionals
    if (!path || others.length > 0) throw new UsageError()
    const { report, encoding, 'take-back': takesBack } = values
    return { path, reportPath: report || `${path}.refused.csv`, encoding, takesBack }
  } catch {
    throw new UsageError()
  }
}

const counted = (n: number, noun: string) => `${formatNumber(n)} ${noun}${n === 1 ? '' : 's'}`

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

function previewLines(path: string, preview: ImportPreview): string[] {
  const { format, columns, firstRows, records, refused, firstRefused, suspicious } = preview
  const width = Math.max(0, ...columns.map(({ head }) => head.length))
  return [
    `${path}: ${format}; ${counted(records, 'line')}`,
    ...section(
      'Columns',
      columns.map(({ head, becomes }) => `${head.padEnd(width)}  ${becomes}`),
    ),
    ...section(
      'First orders',
      firstRows.map(
        ({ line, order }) =>
          `line ${line}: ${order.map(({ field, value }) => `${field} = ${value}`).join('; ')}`,
      ),
    ),
    ...section('Suspicious', suspicious),
    ...section(
      `Refused: ${counted(refused, 'line')}`,
      firstRefused.map(({ line, reason }) => `line ${line}: ${reason}`),
    ),
    '',
  ]
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

async function takeBack(platform: Platform, path: string): Promise<number> {
  const sha256 = await hashFile(path)
  const orders = await inTransaction(platform.db, (tx) =>
    takeBackFile(commandLineAuditContext(platform, tx, platform.clock()), basename(path), sha256),
  )
  console.error(`Taken back: ${counted(orders, 'order')} of ${path}.`)
  return 0
}

export const importCommand = onPlatform(
  'npm run import -- FILE [--encoding NAME] [--report FILE]\nnpm run import -- --take-back FILE',
  async (platform, args) => {
    const { path, reportPath, encoding, takesBack } = importArguments(args)
    if (takesBack) return takeBack(platform, path)
    const format = await detectFormat(fileAt(path), encoding)
    if (process.stdin.isTTY && process.stderr.isTTY) {
      const preview = await previewFile(fileAt(path), format, platform.clock())
      console.error(previewLines(path, preview).join('\n'))
      if (!(await confirm(`Import ${counted(preview.records - preview.refused, 'order')}?`))) {
        console.error('Nothing was imported.')
        return 1
      }
    }
    const { reporter, end } = createProgressBar({
      isTerminal: process.stderr.isTTY,
      write: (text) => process.stderr.write(text),
      now: Date.now,
      reportPath,
    })
    const counts = await importFile(platform, path, reporter, reportPath, format)
    end(counts)
    return counts.refused > 0 ? 1 : 0
  },
)
