import { once } from 'node:events'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { estDate } from '#contract/rules/dates.ts'
import { accessFileKinds } from '#contract/rules/privacy.ts'
import { accessFilePagePattern, accessFilePattern } from '#contract/rules/visitor-addresses.ts'
import { requestCall } from '#server/platform/http/call.ts'
import { contentDisposition } from '#server/platform/http/disposition.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import type { AnyoneActor, Call, Platform } from '#server/platform/work.ts'
import { messagesFor } from '#server/visitor/language.ts'
import { isCrossSite } from '#server/visitor/page-paths.ts'
import { searchOf, type ShowPage } from '#server/visitor/show-page.ts'
import { drawAccessFile } from './send-access-file.ts'
import type { AccessFile } from './access-file.ts'
import {
  claimAccessFile,
  endDownload,
  findAccessFile,
  makeClaimedFile,
  type Claimed,
} from './fetch-access-file.ts'

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

/** The page on which a customer fetches the access file, and the files themselves: what its form posts. */
export async function serveAccessLink(
  app: FastifyInstance,
  platform: Platform,
  templates: MailTemplates,
  show: ShowPage,
) {
  /** Shows what can be fetched, or that the link is over. */
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
      // The customer may have gone while it was made; an answer to nobody counts as finished too.
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

  // In a scope of its own, so that no other route accepts forms.
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
