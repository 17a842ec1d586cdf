import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import type { Platform } from '#server/platform/work.ts'
import { headPath, readHead, writeHead, type ChainHead } from './chain-head.ts'
import {
  becomeWriter,
  hasWriterRole,
  insertLinks,
  selectLinkHash,
  selectNewestLink,
  selectUnchained,
} from './chain.queries.ts'
import { chainStart, linkHash } from './entry-mac.ts'

/** Links a transaction. */
const batchSize = 500

type Chained = Pick<Platform, 'db' | 'auditKey' | 'clock' | 'config' | 'log'>

/** The form in which PostgreSQL returns it. */
const withMicroseconds = (at: Date) => at.toISOString().replace('Z', '000Z')

interface Batch {
  chained: number
  head: ChainHead | null
}

async function addLinks(tx: Tx, { auditKey, clock }: Chained): Promise<Batch> {
  const newest = await selectNewestLink(tx)
  const isContinued = newest && !newest.isForeign && newest.xid !== null && newest.id !== null
  const entries = await selectUnchained(
    tx,
    isContinued ? { xid: newest.xid ?? '', id: newest.id ?? 0 } : null,
    batchSize,
  )
  const at = clock()
  let { seq, hash } = newest ?? { seq: 0, hash: chainStart }
  const links = entries.map(({ id, content }) => {
    const previous = hash
    seq += 1
    hash = linkHash(auditKey, { seq, previous, chainedAt: withMicroseconds(at), content })
    return { seq, event_id: id, previous, hash, chained_at: at }
  })
  if (links.length > 0) await insertLinks(tx, links)
  const head = seq === 0 ? null : { seq, hash: hash.toString('hex'), at: at.toISOString() }
  return { chained: links.length, head }
}

/**
 * Chains entries that no open transaction can precede, in transaction order; returns how many. Servers that chain at
 * the same time wait for each other.
 */
export async function chainBatch(chained: Chained): Promise<number> {
  const isWriter = await hasWriterRole(chained.db)
  const { chained: count, head } = await inTransaction(chained.db, async (tx) => {
    await lockByName(tx, 'audit chain')
    if (isWriter) await becomeWriter(tx)
    return addLinks(tx, chained)
  })
  if (count > 0 && head) await saveHead(chained, head)
  return count
}

export async function chainAll(chained: Chained): Promise<void> {
  while ((await chainBatch(chained)) === batchSize);
}

/** Whether the chain still has the saved head; a head that it lost is never overwritten. */
export async function headIsInChain({ db }: Pick<Platform, 'db'>, head: ChainHead): Promise<boolean> {
  const link = await selectLinkHash(db, head.seq)
  return link?.hash.toString('hex') === head.hash
}

async function saveHead(chained: Chained, head: ChainHead): Promise<void> {
  const { config, log } = chained
  const path = headPath(config)
  const kept = await readHead(path)
  if (kept && !(await headIsInChain(chained, kept))) {
    log.error({ head: kept.seq }, 'the audit chain does not have the saved head: npm run cli -- verify-audit')
    return
  }
  // Another server on the same folder may be further.
  if (kept && kept.seq >= head.seq) return
  await writeHead(path, head)
}
