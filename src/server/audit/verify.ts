import type { Platform } from '#server/platform/work.ts'
import { headIsInChain } from './chain.ts'
import type { ChainHead } from './chain-head.ts'
import { chainStart, isOwnMac, linkHash, type AuditEntry } from './entry-mac.ts'
import { selectCopies, selectLinks, selectUnlinked, type LinkRow } from './verify.queries.ts'

/** A sentence that names the entry by its number in the chain, or else by its id. */
export type ReportFault = (fault: string) => void

type Verified = Pick<Platform, 'db' | 'auditKey'>

export interface VerifiedTo {
  seq: number
  hash: Buffer
}

export const fromStart: VerifiedTo = { seq: 0, hash: chainStart }

/** Rows in memory at once; other work runs between batches. */
const batchSize = 250
/** Changed entries that are compared pairwise to find exchanged ones. */
const maxCompared = 60

const isEntryOurs = ({ auditKey }: Verified, row: AuditEntry & { mac: Buffer | null }) =>
  row.mac !== null && isOwnMac(auditKey, row, row.mac)

type ChangedRow = LinkRow & { content: string }

/** Tells exchanged entries, each of which fits the other's link, from changed ones. */
function reportChanged({ auditKey }: Verified, changed: readonly ChangedRow[], report: ReportFault): void {
  const compared = changed.slice(0, maxCompared)
  for (const row of changed) {
    const origin = compared.find(
      (other) => other !== row && linkHash(auditKey, { ...other, content: row.content }).equals(other.hash),
    )
    report(
      origin ? `Entry ${row.seq} was moved: it is entry ${origin.seq}.` : `Entry ${row.seq} was changed.`,
    )
  }
}

function verifyLinks(verified: Verified, rows: readonly LinkRow[], from: VerifiedTo, report: ReportFault) {
  const changed: ChangedRow[] = []
  let { seq, hash } = from
  for (const row of rows) {
    const { content, previous } = row
    if (row.seq !== seq + 1) {
      const last = row.seq - 1
      report(last === seq + 1 ? `Link ${last} is missing.` : `Links ${seq + 1} to ${last} are missing.`)
    } else if (!previous.equals(hash)) report(`Link ${row.seq} does not follow link ${seq}.`)
    if (content === null) report(`Entry ${row.seq} is missing (it had the id ${row.event_id}).`)
    else if (!linkHash(verified.auditKey, { ...row, content }).equals(row.hash))
      changed.push({ ...row, content })
    else if (!isEntryOurs(verified, row)) report(`Entry ${row.seq} was not written by Pabean.`)
    ;({ seq, hash } = row)
  }
  reportChanged(verified, changed, report)
  return { seq, hash }
}

/** Walks the chain from a link on, in bounded memory; returns its end. */
export async function verifyChain(
  verified: Verified,
  from: VerifiedTo,
  report: ReportFault,
  progress: (at: VerifiedTo) => void = () => {},
): Promise<VerifiedTo> {
  let at = from
  for (;;) {
    const rows = await selectLinks(verified.db, at.seq, batchSize)
    if (rows.length === 0) return at
    at = verifyLinks(verified, rows, at, report)
    progress(at)
  }
}

/** Reports unchained entries that the server did not write; returns how many wait for the chain. */
async function verifyUnlinked(verified: Verified, report: ReportFault): Promise<number> {
  let waiting = 0
  for (let afterId = 0; ;) {
    const rows = await selectUnlinked(verified.db, afterId, batchSize)
    for (const row of rows) {
      if (isEntryOurs(verified, row)) waiting += 1
      else
        report(
          `The entry with the id ${row.id} was added: it is not in the chain, and not written by Pabean.`,
        )
    }
    const last = rows.at(-1)
    if (!last) return waiting
    afterId = last.id
  }
}

/** Reports a head that the chain has lost: its end was cut off, or it was rebuilt. */
export async function verifyHead(verified: Verified, head: ChainHead, report: ReportFault): Promise<void> {
  if (!(await headIsInChain(verified, head)))
    report(
      `The chain does not hold the head of ${head.at}, entry ${head.seq}: its end was cut off or made anew.`,
    )
}

const maxCopies = 1000

/** Checks unchained entries and copies; returns how many wait for the chain. */
export async function verifyEntries(verified: Verified, report: ReportFault): Promise<number> {
  const waiting = await verifyUnlinked(verified, report)
  for (const id of await selectCopies(verified.db, maxCopies))
    report(`The entry with the id ${id} is a copy of another.`)
  return waiting
}

/** Verifies the whole chain, the heads, and the entries outside it. */
export async function verifyAudit(
  verified: Verified,
  heads: readonly ChainHead[],
  report: ReportFault,
  progress?: (at: VerifiedTo) => void,
): Promise<{ to: VerifiedTo; waiting: number }> {
  const to = await verifyChain(verified, fromStart, report, progress)
  const waiting = await verifyEntries(verified, report)
  for (const head of heads) await verifyHead(verified, head, report)
  return { to, waiting }
}
