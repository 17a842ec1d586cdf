import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { urlOf, closeServer } from './servers.ts'

const address = z.strictObject({
  email: z.email('Does not contain a valid address.'),
  name: z.optional(z.string()),
})
const requiredText = (fieldName: string) => z.string().check(z.minLength(1, `The ${fieldName} is required.`))
/** Headers that SendGrid sets itself and refuses from clients. */
const reservedHeaders =
  /^(x-sg-id|x-sg-eid|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$/i
const enableSetting = z.strictObject({ enable: z.boolean(), enable_text: z.optional(z.boolean()) })

/** The part of the v3 API that we use; like the API, it refuses unknown fields. */
const sendgridMail = z.strictObject({
  personalizations: z
    .array(
      z.strictObject({
        to: z.array(address).check(z.minLength(1, 'The to array is required.')),
        custom_args: z.optional(z.record(z.string(), z.string())),
      }),
    )
    .check(
      z.minLength(1, 'The personalizations field is required and must have at least one personalization.'),
    ),
  from: address,
  reply_to: z.optional(address),
  subject: requiredText('subject'),
  content: z.array(z.strictObject({ type: z.string(), value: requiredText('content value') })).check(
    z.minLength(1, 'The content is required.'),
    z.refine(
      (parts) => parts.length < 2 || parts[0]?.type === 'text/plain',
      'If present, text/plain and text/html may only be provided once, text/plain first.',
    ),
  ),
  headers: z.optional(
    z
      .record(z.string(), z.string())
      .check(
        z.refine(
          (headers) => !Object.keys(headers).some((name) => reservedHeaders.test(name)),
          'A reserved header.',
        ),
      ),
  ),
  tracking_settings: z.optional(
    z.strictObject({
      click_tracking: enableSetting,
      open_tracking: enableSetting,
      subscription_tracking: enableSetting,
    }),
  ),
  attachments: z.optional(
    z.array(
      z.strictObject({
        content: z.base64('The attachment content must be base64 encoded.'),
        filename: requiredText('attachment filename'),
        type: z.optional(z.string()),
        disposition: z.optional(z.enum(['attachment', 'inline'])),
      }),
    ),
  ),
})

type SendgridMail = z.infer<typeof sendgridMail> & { messageId: string }

/** Recipients of this domain are refused permanently. */
const refusedDomain = '@refused.example'

/** Emulates SendGrid's v3 Mail Send and Scopes on a free port: validates requests and logs accepted mails. */
export async function startSendgrid(apiKey: string) {
  const acceptedMails: SendgridMail[] = []
  const scopes = ['mail.send']

  function respond(
    request: IncomingMessage,
    body: string,
  ): { status: number; errors?: string[]; id?: string; scopes?: string[] } {
    const isAskingScopes = request.method === 'GET' && request.url === '/v3/scopes'
    if (!isAskingScopes && (request.method !== 'POST' || request.url !== '/v3/mail/send'))
      return { status: 404, errors: ['not found'] }
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return { status: 401, errors: ['The provided authorization grant is invalid, expired, or revoked'] }
    if (isAskingScopes) return { status: 200, scopes }
    if (request.headers['content-type'] !== 'application/json')
      return { status: 415, errors: ['Content-Type should be application/json.'] }
    const parsed = sendgridMail.safeParse(parseJson(body))
    if (!parsed.success) return { status: 400, errors: parsed.error.issues.map(({ message }) => message) }
    if (parsed.data.personalizations.some(({ to }) => to.some(({ email }) => email.endsWith(refusedDomain))))
      return { status: 400, errors: ['Does not contain a valid address.'] }
    const id = randomUUID()
    acceptedMails.push({ ...parsed.data, messageId: id })
    return { status: 202, id }
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { status, errors, id, scopes: given } = respond(request, await text(request))
    response.writeHead(status, { 'content-type': 'application/json', ...(id && { 'x-message-id': id }) })
    if (given) response.end(JSON.stringify({ scopes: given }))
    else
      response.end(errors && JSON.stringify({ errors: errors.map((message) => ({ message, field: null })) }))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: urlOf(server), log: () => acceptedMails, scopes, stop: () => closeServer(server) }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
