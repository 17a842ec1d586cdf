import { statfs } from 'node:fs/promises'
import { sampleFileRows, walkFileRows } from '#server/platform/files/stored-files.ts'
import { fault, ok, type Check, type Finding, warning } from './check.ts'

const sampleSize = 1000
const gib = 1024 ** 3
const minFree = { warning: { bytes: 5 * gib, share: 0.15 }, fault: { bytes: gib, share: 0.05 } }

const isLess = (free: number, total: number, least: { bytes: number; share: number }) =>
  free < least.bytes || free < total * least.share

/** What a volume with so many free bytes says. */
export function judgeSpace(free: number, total: number): Finding {
  const line = `${(free / gib).toFixed(1)} GiB of ${(total / gib).toFixed(1)} are free for DATA_DIR`
  if (isLess(free, total, minFree.fault)) return fault(`${line}: make room now, or saving fails`)
  if (isLess(free, total, minFree.warning)) return warning(`${line}: make room soon`)
  return ok(line)
}

export const diskCheck: Check = {
  name: 'disk',
  async run({ config }) {
    const { bavail, blocks, bsize } = await statfs(config.dataDir)
    return [judgeSpace(bavail * bsize, blocks * bsize)]
  },
}

export const filesCheck: Check = {
  name: 'files',
  async run(installation) {
    const [db, files] = [await installation.db(), await installation.files()]
    let [count, missing] = [0, 0]
    for await (const rows of installation.isThorough ? walkFileRows(db) : sampleFileRows(db, sampleSize)) {
      const found = await Promise.all(rows.map(({ name }) => files.has(name)))
      count += rows.length
      missing += found.filter((isThere) => !isThere).length
    }
    const of = `of ${count}${installation.isThorough ? '' : ' chosen at random'}`
    if (missing === 0) return [ok(`${of}, every one is there`)]
    return [fault(`${of}, ${missing} are not there: npm run cli -- verify-files names them`)]
  },
}
