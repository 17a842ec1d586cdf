import { availableParallelism } from 'node:os'
import { inTransaction } from '#server/platform/db/database.ts'
import { startThreads } from '#server/platform/thread.ts'
import type { Platform } from '#server/platform/work.ts'
import { allocateOrderIds } from '../order-ids.ts'
import type { PreparedOrder, PreparedRecord } from './prepare-batch.ts'
import { readRecords, type FileFormat, type FileRecord } from './read-records.ts'

/** Orders in one transaction, and the characters of their lines, which bound the memory that is used. */
const batchSize = 1000
const maxBatchChars = 4 * 1024 * 1024

/** The database takes half a processor for what one thread prepares; four prepare more than one connection copies. */
const threadCount = Math.min(4, availableParallelism())

/** A record of the file, and what a thread has made of it. */
export interface BatchItem {
  source: FileRecord
  prepared: PreparedRecord
}

interface Batch<T> {
  items: T[]
  /** Of the file, when the batch was complete. */
  bytesRead: number
}

const sizeOf = (record: FileRecord): number => {
  if ('json' in record) return record.json.length
  return 'cells' in record ? Object.values(record.cells).join().length : 0
}

/** The records of a file but for the first `skip`. */
async function* readBatches(
  path: string,
  format: FileFormat,
  skip: number,
): AsyncGenerator<Batch<FileRecord>> {
  const { records, bytesRead } = readRecords(path, format)
  let index = 0
  let chars = 0
  let items: FileRecord[] = []
  for await (const record of records) {
    index += 1
    if (index <= skip) continue
    items.push(record)
    chars += sizeOf(record)
    if (items.length < batchSize && chars < maxBatchChars) continue
    yield { items, bytesRead: bytesRead() }
    ;[items, chars] = [[], 0]
  }
  if (items.length > 0) yield { items, bytesRead: bytesRead() }
}

/** Reads a file behind its first `skip` records; threads parse, check and seal its orders while others are inserted. */
export async function startPreparing(platform: Platform, path: string, format: FileFormat, skip: number) {
  const threads = await startThreads<typeof import('./prepare-batch.ts')>(
    import.meta.url,
    'prepare-batch',
    threadCount,
  )
  /** New ids that no order has yet. */
  const ids: number[] = []

  async function takeIds(count: number): Promise<number[]> {
    const kept = ids.splice(0, count)
    const missing = count - kept.length
    if (missing === 0) return kept
    const made = await inTransaction(platform.db, (tx) =>
      allocateOrderIds({ tx, seal: platform.seal }, missing),
    )
    return [...kept, ...made]
  }

  async function prepare(sources: readonly FileRecord[]): Promise<BatchItem[]> {
    const { prepared, unusedIds } = await threads.run('prepareBatch', {
      records: sources,
      orderIds: await takeIds(sources.length),
      now: platform.clock(),
      schedule: platform.config.schedule,
      keys: platform.seal.exportKeys(),
    })
    ids.push(...unusedIds)
    return sources.flatMap((source, index) => {
      const record = prepared[index]
      return record ? [{ source, prepared: record }] : []
    })
  }

  async function prepareNext({ items, bytesRead }: Batch<FileRecord>): Promise<Batch<BatchItem>> {
    return { items: await prepare(items), bytesRead }
  }

  return {
    /** In the order of the file, a batch a thread and one more ahead of whoever inserts them. */
    async *batches(): AsyncGenerator<Batch<BatchItem>> {
      const pending: Promise<Batch<BatchItem>>[] = []
      for await (const batch of readBatches(path, format, skip)) {
        const next = prepareNext(batch)
        // Whoever comes to this batch is told.
        next.catch(() => {})
        pending.push(next)
        if (pending.length <= threadCount + 1) continue
        const [first] = pending.splice(0, 1)
        if (first) yield await first
      }
      for (const next of pending) yield await next
    },
    /** The same items, those of these orders prepared with other new ids. */
    async prepareAgain(items: readonly BatchItem[], orders: readonly PreparedOrder[]): Promise<BatchItem[]> {
      const again = new Set<PreparedRecord>(orders)
      const replaced = items.filter(({ prepared }) => again.has(prepared))
      const fresh = await prepare(replaced.map(({ source }) => source))
      const freshBySource = new Map(fresh.map((item) => [item.source, item]))
      return items.map((item) => freshBySource.get(item.source) ?? item)
    },
    returnIds: (unused: readonly number[]): void => void ids.push(...unused),
    end: () => threads.end(),
  }
}
