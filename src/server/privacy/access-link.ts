import { once } from 'node:events'
import { timingSafeEqual } from 'node:crypto'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { estDate } from '#contract/rules/dates.ts'
import { accessFileKinds, type AccessFileKind } from '#contract/rules/privacy.ts'
import { accessFilePagePattern, accessFilePattern } from '#contract/rules/visitor-addresses.ts'
import { requestCall } from '#server/platform/http/call.ts'
import { contentDisposition } from '#server/platform/http/disposition.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import type { AnyoneActor, Call, Platform, MemberActor } from '#server/platform/work.ts'
import { messagesFor } from '#server/visitor/language.ts'
import { isCrossSite } from '#server/visitor/page-paths.ts'
import { searchOf, type ShowPage } from '#server/visitor/show-page.ts'
import type { AccessFileState } from '#contract/visitor-page-data.ts'
import { customerAuditContext, recordAudit } from '#server/audit/audit.ts'
import { emailKey } from '#contract/rules/email.ts'
import {
  addressLimits,
  inAttempt,
  recordFailure,
  secondsToWait,
  type AttemptLimit,
} from '#server/platform/auth/attempts.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import { inRecordedSnapshot, inTransaction, type Tx } from '#server/platform/db/database.ts'
import { drawAccessFile } from './send-access-file.ts'
import { type AccessFile, loadAccessFile } from './access-file.ts'
import { claimFetch, endFetch, selectOpenLink } from './access-links.queries.ts'
import { fileOfAddress, ordersOfAddress } from './own-orders.ts'
import { findWithOrders, openCustomer } from './requests.ts'

const minutes = 15
/** A download still open after this time was its server's that died. */
const maxFetchMs = 10 * 60_000

type Link = NonNullable<Awaited<ReturnType<typeof selectOpenLink>>>

const anyone: AnyoneActor = { kind: 'anyone' }

const postedForm = z.object({ email: z.string().check(z.maxLength(1000)), as: z.enum(accessFileKinds) })

const render = {
  PDF: { type: 'application/pdf', bytes: drawAccessFile },
  JSON: {
    type: 'application/json; charset=utf-8',
    bytes: async (file: AccessFile) => Buffer.from(JSON.stringify(file, null, 2)),
  },
} as const

const secretOf = ({ url }: FastifyRequest) => accessFilePattern.exec(url.replace(/\?.*/, ''))?.[1]

/** The page on which a customer fetches the access file, and the files that its form requests. */
export async function serveAccessLink(
  app: FastifyInstance,
  platform: Platform,
  templates: MailTemplates,
  show: ShowPage,
) {
  const showLink = async (
    request: FastifyRequest,
    reply: FastifyReply,
    said: { http?: number; email?: string; error?: string; notice?: string } = {},
  ) => {
    const secret = secretOf(request)
    if (secret === undefined) return show(request, reply.code(404), null)
    const accessFile = await findAccessFile({ db: platform.db, now: platform.clock() }, secret)
    const { http = 200, email = '', error, notice = null } = said
    return show(request, reply.code(accessFile ? http : 410), null, {
      accessFile,
      form: { orderId: '', email, errors: error ? { email: error } : {}, offersLink: false },
      notice: accessFile ? notice : null,
    })
  }

  const sendFile = async (call: Call<AnyoneActor>, reply: FastifyReply, claimed: Claimed) => {
    let isWhole = false
    try {
      const file = await makeClaimedFile(call, templates, claimed)
      const { type, bytes } = render[claimed.as]
      const content = await bytes(file)
      const name = `access-file-${estDate(call.now)}.${claimed.as.toLowerCase()}`
      // The customer may have disconnected meanwhile; Fastify would count an answer to a closed socket as finished.
      if (reply.raw.closed) return reply.hijack()
      const closed = once(reply.raw, 'close')
      reply
        .type(type)
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition('attachment', name))
        .send(content)
      await closed
      isWhole = reply.raw.writableFinished
    } finally {
      await endDownload(call, claimed, isWhole)
    }
    return reply
  }

  app.get(accessFilePagePattern, async (request, reply) => {
    // A translated page loads a script of Google's, which would read the secret in its address.
    if (new URLSearchParams(searchOf(request)).has('translate'))
      return reply.redirect(request.url.replace(/\?.*/, ''), 303)
    return showLink(request, reply)
  })

  // Encapsulated, so that no other route accepts forms.
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16 * 1024 })
    scope.post(accessFilePagePattern, async (request, reply) => {
      const messages = messagesFor(request)
      const secret = secretOf(request)
      const form = z.safeParse(postedForm, request.body).data
      if (isCrossSite(request) || secret === undefined || !form)
        return showLink(request, reply, { http: 403 })
      const { email } = form
      if (email.trim() === '') return showLink(request, reply, { http: 400, error: messages.emailMissing })
      const call = requestCall(platform, request, anyone)
      const claimed = await claimAccessFile(call, { secret, ...form })
      if (claimed === 'over') return showLink(request, reply)
      if (claimed === 'wrong')
        return showLink(request, reply, { http: 404, email, error: messages.otherEmail })
      if (claimed === 'busy')
        return showLink(request, reply, { http: 409, email, notice: messages.alreadyFetched })
      if ('wait' in claimed)
        return showLink(request, reply.header('retry-after', claimed.wait), {
          http: 429,
          email,
          notice: messages.tooManyAttempts(Math.ceil(claimed.wait / 60)),
        })
      return sendFile(call, reply, claimed)
    })
  })
}

/** Wrong e-mails, limited as in tracking (product §6): per address, and per link from anywhere. */
const limitsOf = (tokenHash: Buffer, ip: string): AttemptLimit[] => [
  ...addressLimits(ip, { scope: 'access link address', max: 30, minutes }),
  { scope: 'access link', key: tokenHash.toString('base64url'), max: 10, minutes },
]

const digest = (email: string) => secretHash(emailKey(email))

/** What can still be fetched by a link; null for an ended and an unknown link alike. */
const findAccessFile = (
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

interface Claimed {
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

/** The caller needs the link's secret and its e-mail; `wait` is in seconds. */
const claimAccessFile = (
  call: Call<AnyoneActor>,
  input: { secret: string; email: string; as: AccessFileKind },
): Promise<Claim> =>
  inAttempt(call.db, limitsOf(secretHash(input.secret), call.ip), (tx) => claim({ ...call, tx }, input))

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

/** Makes the claimed file of the orders that have its e-mail now; the audit records the fetch. */
const makeClaimedFile = (
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

/** A complete download is the only one; after a broken one the file can be fetched again. */
const endDownload = ({ db, clock }: Call<AnyoneActor>, { link, as }: Claimed, isWhole: boolean) =>
  inTransaction(db, (tx) => endFetch(tx, link.token_hash, as, isWhole ? clock() : null))
