import type { FileFault } from '#server/platform/files/check-file.ts'
import { openFileStore } from '#server/platform/files/open-stores.ts'
import { verifyFiles, verifySampleOfFiles } from '#server/platform/files/verify-files.ts'
import { fileLine, formatNumber, UsageError } from './command.ts'
import { onPlatform } from './on-platform.ts'

/** `--sample N`; null for all files. */
function sampleSize(args: string[]): number | null {
  if (args.length === 0) return null
  const [option, size = '', ...others] = args
  if (option !== '--sample' || !/^[1-9]\d{0,8}$/.test(size) || others.length > 0) throw new UsageError()
  return Number(size)
}

export const verifyFilesCommand = onPlatform(
  'npm run cli -- verify-files [--sample N]',
  async (platform, args) => {
    const size = sampleSize(args)
    const counts: Record<FileFault | 'orphan', number> = {
      missing: 0,
      changed: 0,
      unopened: 0,
      unreadable: 0,
      orphan: 0,
    }
    const reporter = {
      progress: (count: number) => console.error(`read: ${formatNumber(count)}`),
      fault(fault: FileFault, row: Parameters<typeof fileLine>[1]) {
        counts[fault]++
        console.log(fileLine(fault, row))
      },
      orphan(name: string) {
        counts.orphan++
        console.log(`orphan: ${name}`)
      },
    }
    const checked =
      size === null
        ? await verifyFiles(platform, await openFileStore(platform.config), reporter)
        : await verifySampleOfFiles(platform, size, reporter)
    const found = Object.entries(counts).map(([fault, count]) => `${fault} ${formatNumber(count)}`)
    console.error(`${formatNumber(checked)} files were looked at: ${found.join(', ')}.`)
    return Object.values(counts).some((count) => count > 0) ? 1 : 0
  },
)
