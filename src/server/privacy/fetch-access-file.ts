import { timingSafeEqual } from 'node:crypto'
import type { AccessFileState } from '#contract/visitor-page-data.ts'
import { estDate } from '#contract/rules/dates.ts'
import type { AccessFileKind } from '#contract/rules/privacy.ts'
import { customerAuditContext, recordAudit } from '#server/audit/audit.ts'
import { asciiLowerCase } from '#server/platform/ascii-lower-case.ts'
import {
  addressLimits,
  inAttempt,
  recordFailure,
  secondsToWait,
  type AttemptLimit,
} from '#server/platform/auth/attempts.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import { inRecordedSnapshot, inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import type { AnyoneActor, Call, MemberActor } from '#server/platform/work.ts'
import { loadAccessFile, type AccessFile } from './access-file.ts'
import { claimFetch, endFetch, selectOpenLink } from './access-links.queries.ts'
import { fileOfAddress, ordersOfAddress } from './own-orders.ts'
import { findWithOrders, openCustomer } from './requests.ts'

const minutes = 15
/** A download that has not ended by then was its server's that died. */
const maxFetchMs = 10 * 60_000

type Link = NonNullable<Awaited<ReturnType<typeof selectOpenLink>>>

/** Wrong e-mails, as tracking limits them (product §6): from an address, and for a link from anywhere. */
const limitsOf = (tokenHash: Buffer, ip: string): AttemptLimit[] => [
  ...addressLimits(ip, { scope: 'access link address', max: 30, minutes }),
  { scope: 'access link', key: tokenHash.toString('base64url'), max: 10, minutes },
]

const digest = (email: string) => secretHash(asciiLowerCase(email.trim()))

/** What can still be fetched by a link; null where it is over, or never was: which is not told. */
export const findAccessFile = (
  { db, now }: Pick<Call<AnyoneActor>, 'db' | 'now'>,
  secret: string,
): Promise<AccessFileState | null> =>
  inTransaction(db, async (tx) => {
    const link = await selectOpenLink(tx, secretHash(secret), now)
    return link
      ? {
          until: estDate(link.expires_at),
          fetched: { PDF: link.pdf_fetched_at !== null, JSON: link.json_fetched_at !== null },
        }
      : null
  })

export interface Claimed {
  link: Link
  email: string
  as: AccessFileKind
}

type Claim = Claimed | { wait: number } | 'over' | 'wrong' | 'busy'

async function claim(
  { now, seal, ip, tx }: Call<AnyoneActor> & { tx: Tx },
  { secret, email, as }: { secret: string; email: string; as: AccessFileKind },
): Promise<Claim> {
  const tokenHash = secretHash(secret)
  const limits = limitsOf(tokenHash, ip)
  const wait = await secondsToWait(tx, limits, now)
  if (wait) return { wait }
  const link = await selectOpenLink(tx, tokenHash, now)
  const own = link ? openCustomer({ seal }, { id: link.request_id, sealed: link.sealed }).email : ''
  const isOwn = timingSafeEqual(digest(own), digest(email))
  if (!link || !isOwn) {
    await recordFailure(tx, limits, now)
    return link ? 'wrong' : 'over'
  }
  const since = new Date(now.getTime() - maxFetchMs)
  return (await claimFetch(tx, tokenHash, as, { now, since })) ? { link, email: own, as } : 'busy'
}

/** Claims the download of a file for whoever has the link's secret and knows its e-mail; `wait` is in seconds. */
export const claimAccessFile = (
  call: Call<AnyoneActor>,
  input: { secret: string; email: string; as: AccessFileKind },
): Promise<Claim> =>
  inAttempt(call.db, limitsOf(secretHash(input.secret), call.ip), (tx) => claim({ ...call, tx }, input))

/** The file is made in the name of the Admin who sent the link. */
const senderOf = ({ sent_by: id, by: name, role, sent_at }: Link): MemberActor => ({
  kind: 'member',
  id,
  name,
  email: '',
  role,
  sessionId: '',
  tokenId: '',
  authenticatedAt: sent_at,
  mustEnrol: false,
})

/** Makes what was claimed, of the orders that have its e-mail now; that it was fetched is recorded. */
export const makeClaimedFile = (
  call: Call<AnyoneActor>,
  templates: MailTemplates,
  { link, email, as }: Claimed,
): Promise<AccessFile> =>
  inRecordedSnapshot(call.db, async (tx) => {
    const { request_id: requestId } = link
    await recordAudit(customerAuditContext({ ...call, tx }), 'access file fetched', { requestId, as })
    const work = { ...call, actor: senderOf(link), tx }
    const { orders } = await findWithOrders(work, requestId)
    const own = ordersOfAddress(orders, email)
    const name = own.at(-1)?.full_name ?? ''
    const file = await loadAccessFile(work, templates, { customer: { name, email }, orders: own })
    return fileOfAddress(file, email)
  })

/** A whole download was the only one; after one that broke off the file can be fetched again. */
export const endDownload = ({ db, clock }: Call<AnyoneActor>, { link, as }: Claimed, isWhole: boolean) =>
  inTransaction(db, (tx) => endFetch(tx, link.token_hash, as, isWhole ? clock() : null))
