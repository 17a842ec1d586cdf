import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { simpleParser } from 'mailparser'
import * as z from 'zod/mini'
import { isSignedBy } from '../aws-signature.ts'
import { urlOf, closeServer } from './servers.ts'

/** Whose requests it accepts, unless others are given. */
const usualKeys = { accessKeyId: 'test', secretAccessKey: 'test' }

const maxRecipients = 50
const tagText = (what: string) =>
  z.string().check(z.regex(/^[\w-]{1,256}$/, `Invalid MessageTag ${what}: only alphanumeric, '_', and '-'.`))

/** The part of SendEmail that we use; anything else is refused, so that it is not passed over unseen. */
const sendEmail = z.strictObject({
  Destination: z.strictObject({
    ToAddresses: z
      .array(z.string().check(z.regex(/^[!-?A-~]+@[\w-]+(\.[\w-]+)*$/, "Missing final '@domain'")))
      .check(
        z.minLength(1, 'At least one recipient is required.'),
        z.maxLength(maxRecipients, `Recipient count exceeds ${maxRecipients}.`),
      ),
  }),
  Content: z.strictObject({ Raw: z.strictObject({ Data: z.base64('Data is not base64.') }) }),
  EmailTags: z.optional(z.array(z.strictObject({ Name: tagText('name'), Value: tagText('value') }))),
})

/** A mail as it was accepted: its envelope, and the message of RFC 822. */
interface SesMail {
  messageId: string
  to: string[]
  tags: Record<string, string>
  raw: Buffer
}

type Answer =
  | { messageId: string }
  | { account: { SendingEnabled: boolean } }
  | { status: number; error: string; message: string }

const badRequest = (message: string): Answer => ({ status: 400, error: 'BadRequestException', message })

/** Headers that a message may have once (RFC 5322 §3.6). */
const singleHeaders = ['from', 'to', 'subject', 'date', 'message-id', 'reply-to']

async function whyRefused(raw: Buffer): Promise<string | undefined> {
  const { from, headerLines } = await simpleParser(raw)
  if (!from?.value[0]?.address) return "Missing required header 'From'."
  const repeated = singleHeaders.find((name) => headerLines.filter(({ key }) => key === name).length > 1)
  return repeated && `Duplicate header '${repeated}'.`
}

const operations = new Set(['POST /v2/email/outbound-emails', 'GET /v2/email/account'])

/**
 * Emulates SendEmail and GetAccount of Amazon SES v2 on a free port: checks signatures and requests, and logs accepted
 * mails.
 */
export async function startSes(keys = usualKeys) {
  const acceptedMails: SesMail[] = []
  const account = { SendingEnabled: true }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const body = await buffer(request)
    if (!operations.has(`${request.method} ${request.url}`))
      return { status: 404, error: 'UnknownOperationException', message: 'Unknown operation.' }
    if (!request.headers.authorization)
      return {
        status: 403,
        error: 'MissingAuthenticationTokenException',
        message: 'Missing Authentication Token',
      }
    if (!isSignedBy({ service: 'ses', ...keys }, request, body))
      return {
        status: 403,
        error: 'InvalidSignatureException',
        message: 'The request signature we calculated does not match the signature you provided.',
      }
    if (request.method === 'GET') return { account }
    const parsed = sendEmail.safeParse(parseJson(body))
    if (!parsed.success) return badRequest(parsed.error.issues.map(({ message }) => message).join(' '))
    const { Destination, Content, EmailTags = [] } = parsed.data
    const raw = Buffer.from(Content.Raw.Data, 'base64')
    const refused = await whyRefused(raw)
    if (refused) return badRequest(refused)
    const messageId = `0107${randomUUID()}-000000`
    const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value]))
    acceptedMails.push({ messageId, to: Destination.ToAddresses, tags, raw })
    return { messageId }
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const result = await answer(request)
    const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() }
    if ('messageId' in result)
      response.writeHead(200, headers).end(JSON.stringify({ MessageId: result.messageId }))
    else if ('account' in result) response.writeHead(200, headers).end(JSON.stringify(result.account))
    else
      response
        .writeHead(result.status, { ...headers, 'x-amzn-errortype': result.error })
        .end(JSON.stringify({ message: result.message }))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: urlOf(server), log: () => acceptedMails, account, stop: () => closeServer(server) }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
