import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awsTransport } from '#server/platform/mail/aws.ts'
import { sendgridTransport } from '#server/platform/mail/providers.ts'
import { smtpLimits, smtpTransport } from '#server/platform/mail/smtp.ts'
import type { FailureKind, OutgoingMail } from '#server/platform/mail/transport.ts'
import { startFaultyHttp, type FaultyHttp, type HttpFault } from './support/mail/faulty-http.ts'
import { startScriptedSmtp, type SmtpScript, type SmtpStep } from './support/mail/scripted-smtp.ts'

const mailId = '0f0e0d0c-0b0a-4908-8706-050403020100'
const mail: OutgoingMail = {
  id: mailId,
  messageId: `<${mailId}@mail.pabean.example>`,
  date: new Date(),
  from: { name: 'Pabean', address: '2000001@mail.pabean.example' },
  to: 'siti@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
}

let smtp: Awaited<ReturnType<typeof startScriptedSmtp>>
let http: FaultyHttp
let httpAnswer: HttpFault = 'none'

beforeAll(async () => {
  // Never forwarded to, since each call has an answer.
  ;[smtp, http] = await Promise.all([
    startScriptedSmtp(),
    startFaultyHttp('http://127.0.0.1:9', () => httpAnswer),
  ])
})
afterAll(async () => void (await Promise.all([smtp.stop(), http.stop()])))

const viaSmtp = (changes: { isVerp?: boolean; limits?: typeof smtpLimits } = {}) =>
  smtpTransport(
    { url: `smtp://desk:secret@127.0.0.1:${smtp.port}`, isVerp: changes.isVerp ?? false },
    changes.limits,
  )

/** Greeting, sign-in and MAIL FROM come before a recipient: their refusals are about the sender. */
const smtpAnswers: readonly (readonly [SmtpStep, string, FailureKind])[] = [
  ['greeting', '554 5.7.1 no service for 192.0.2.1', 'sender'],
  ['greeting', '421 4.3.2 not now', 'away'],
  ['greeting', '450 too many mails from you, limit exceeded', 'sender'],
  ['AUTH', '535 5.7.8 authentication credentials invalid', 'sender'],
  ['AUTH', '535 wrong password', 'sender'],
  ['AUTH', '534 5.7.9 application-specific password required', 'sender'],
  ['AUTH', '454 4.7.0 temporary authentication failure', 'away'],
  ['MAIL', '550 5.7.60 Client does not have permissions to send as this sender', 'sender'],
  ['MAIL', '553 5.7.1 sender address rejected: not owned by user', 'sender'],
  ['MAIL', '530 5.7.0 must issue STARTTLS first', 'sender'],
  ['MAIL', '550 5.4.5 daily user sending limit exceeded', 'sender'],
  ['MAIL', '552 5.3.4 message size exceeds fixed limit', 'sender'],
  ['MAIL', '550 no such user', 'sender'],
  ['MAIL', '451 4.3.0 try again later', 'away'],
  ['MAIL', '452 4.5.3 hourly limit reached', 'sender'],
  ['RCPT', '550 no such user', 'address'],
  ['RCPT', '550-5.1.1 the account does not exist\n550 5.1.1 see our pages', 'address'],
  ['RCPT', '550 5.1.1 user unknown', 'address'],
  ['RCPT', '550 5.1.10 recipient not found', 'address'],
  ['RCPT', '553 5.1.2 we do not know this host', 'address'],
  ['RCPT', '501 5.1.3 bad recipient address syntax', 'address'],
  ['RCPT', '550 5.1.6 mailbox has moved', 'address'],
  ['RCPT', '553 5.1.7 bad sender syntax', 'sender'],
  ['RCPT', '550 5.1.8 access denied, bad outbound sender', 'sender'],
  ['RCPT', '554 5.1.90 your message cannot be sent because you have reached your daily limit', 'sender'],
  ['RCPT', '550 5.2.1 mailbox disabled', 'address'],
  ['RCPT', '552 5.2.2 mailbox over quota', 'address'],
  ['RCPT', '550 5.2.122 the recipient gets too many messages', 'moment'],
  ['RCPT', '550 5.4.1 recipient address rejected: access denied', 'address'],
  ['RCPT', '550 5.4.4 unable to route', 'address'],
  ['RCPT', '550 5.4.5 daily user sending limit exceeded', 'sender'],
  ['RCPT', '550 5.5.0 requested action not taken: mailbox unavailable', 'address'],
  ['RCPT', '530 5.5.1 authentication required', 'sender'],
  ['RCPT', '503 5.5.1 need MAIL command', 'sender'],
  ['RCPT', '553 5.6.7 non-ASCII addresses not permitted', 'address'],
  ['RCPT', '550 5.7.1 relaying denied', 'sender'],
  ['RCPT', '554 5.7.1 user unknown', 'address'],
  ['RCPT', '550 5.7.17 mailbox owner has changed', 'address'],
  ['RCPT', '550 5.7.26 unauthenticated sender', 'sender'],
  ['RCPT', '550 relay not permitted', 'sender'],
  ['RCPT', '550 blocked, see our blocklist', 'sender'],
  ['RCPT', '551 user not local', 'address'],
  ['RCPT', '552 mailbox full: quota exceeded', 'address'],
  ['RCPT', '452 mailbox full: quota exceeded', 'moment'],
  ['RCPT', '553 mailbox name not allowed', 'address'],
  ['RCPT', '556 domain does not accept mail', 'address'],
  ['RCPT', '421 4.7.0 closing', 'moment'],
  ['RCPT', '450 4.2.0 greylisted', 'moment'],
  ['RCPT', '451 4.7.1 greylisted, come back in five minutes', 'moment'],
  ['RCPT', '452 4.2.2 mailbox over quota', 'moment'],
  ['RCPT', '452 4.5.3 too many mails from you this hour', 'sender'],
  ['DATA', '550 5.4.5 daily user sending limit exceeded', 'sender'],
  ['DATA', '554 no valid recipients', 'address'],
  ['DATA', '503 5.5.1 bad sequence', 'sender'],
  ['DATA', '451 4.3.0 not now', 'moment'],
  ['end', '554 5.2.252 SendAsDenied', 'sender'],
  ['end', '552 5.2.3 message length exceeds limit', 'sender'],
  ['end', '552 5.2.2 mailbox full', 'address'],
  ['end', '554 5.6.0 message content rejected', 'sender'],
  ['end', '554 5.7.1 spam', 'sender'],
  ['end', '554 rejected for policy reasons', 'sender'],
  ['end', '550 5.1.1 user unknown', 'address'],
  ['end', '452 4.3.1 no room now', 'moment'],
  ['end', '451 4.4.5 sending quota', 'sender'],
  ['end', '421 4.7.28 unusual rate of mail from your address', 'sender'],
]

/** Errors of SendEmail (SES v2), then those that all of Amazon's services have. */
const awsAnswers: readonly (readonly [number, string, string, FailureKind])[] = [
  [400, 'AccountSuspendedException', 'Your account is suspended.', 'sender'],
  [400, 'BadRequestException', "Missing final '@domain'", 'address'],
  [400, 'BadRequestException', 'Domain contains illegal character', 'address'],
  [400, 'BadRequestException', 'Domain contains dot-dot', 'address'],
  [400, 'BadRequestException', 'Local address contains control or whitespace', 'address'],
  [400, 'BadRequestException', "Missing required header 'From'.", 'sender'],
  [400, 'BadRequestException', 'Configuration set is not valid', 'sender'],
  [400, 'LimitExceededException', 'Too many instances', 'sender'],
  [400, 'MailFromDomainNotVerifiedException', 'The sending domain is not verified', 'sender'],
  [400, 'MessageRejected', 'Email address is not verified. The identities failed the check', 'sender'],
  [400, 'MessageRejected', 'Address blacklisted.', 'address'],
  [400, 'MessageRejected', 'The content is not allowed.', 'sender'],
  [404, 'NotFoundException', 'The configuration set does not exist', 'sender'],
  [400, 'SendingPausedException', 'Sending is paused', 'sender'],
  [429, 'TooManyRequestsException', 'Maximum sending rate exceeded', 'away'],
  [429, 'TooManyRequestsException', 'Daily message quota exceeded', 'sender'],
  [400, 'ThrottlingException', 'Rate exceeded', 'away'],
  [403, 'AccessDeniedException', 'not authorized to perform ses:SendEmail', 'sender'],
  [403, 'ExpiredTokenException', 'The token has expired', 'sender'],
  [403, 'IncompleteSignature', 'incomplete', 'sender'],
  [403, 'InvalidSignatureException', 'the signature does not match', 'sender'],
  [500, 'InternalFailure', 'an internal failure', 'away'],
  [400, 'MalformedHttpRequestException', 'malformed', 'sender'],
  [401, 'NotAuthorized', 'no permission', 'sender'],
  [403, 'OptInRequired', 'a subscription is needed', 'sender'],
  [400, 'RequestAbortedException', 'aborted', 'sender'],
  [413, 'RequestEntityTooLargeException', 'too large', 'sender'],
  [400, 'RequestExpired', 'the request has expired', 'sender'],
  [408, 'RequestTimeoutException', 'timed out', 'away'],
  [503, 'ServiceUnavailable', 'unavailable', 'away'],
  [403, 'UnrecognizedClientException', 'the security token is invalid', 'sender'],
  [404, 'UnknownOperationException', 'unknown operation', 'sender'],
  [400, 'ValidationError', 'the input fails the constraints', 'sender'],
  [504, 'GatewayTimeout', 'no answer', 'unclear'],
]

const sendgridAnswers: readonly (readonly [number, string | null, string, FailureKind])[] = [
  [400, 'personalizations.0.to.0.email', 'Does not contain a valid address.', 'address'],
  [400, null, 'Does not contain a valid address.', 'address'],
  [400, 'from.email', 'Does not contain a valid address.', 'sender'],
  [400, null, 'The from email does not contain a valid address.', 'sender'],
  [400, 'content', 'The content value must be a string at least one character in length.', 'sender'],
  [401, null, 'Maximum credits exceeded', 'sender'],
  [401, null, 'The provided authorization grant is invalid, expired, or revoked', 'sender'],
  [401, null, 'Authenticated user is not authorized to send mail', 'sender'],
  [402, null, 'Payment required', 'sender'],
  [403, 'from', 'The from address does not match a verified Sender Identity.', 'sender'],
  [403, null, 'access forbidden', 'sender'],
  [404, null, 'not found', 'sender'],
  [405, null, 'method not allowed', 'sender'],
  [406, null, 'Accept header missing', 'sender'],
  [413, null, 'payload too large', 'sender'],
  [415, null, 'unsupported media type', 'sender'],
  [422, null, 'unprocessable', 'sender'],
  [429, null, 'too many requests', 'away'],
  [500, null, 'internal error', 'away'],
  [503, null, 'unavailable', 'away'],
  [504, null, 'no answer', 'unclear'],
]

describe('an answer decides by one table whether address, sender or moment refuse a mail', () => {
  test.each(smtpAnswers)('SMTP %s: %s', async (step, answer, kind) => {
    smtp.follow({ [step]: answer })
    const sent = viaSmtp().send(mail)
    await expect(sent).rejects.toMatchObject({ kind })
    await expect(sent).rejects.toThrow(answer.split('\n')[0])
  })

  test.each(awsAnswers)('Amazon %i %s: %s', async (status, name, message, kind) => {
    httpAnswer = { status, headers: { 'x-amzn-errortype': name }, body: JSON.stringify({ message }) }
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
    const aws = awsTransport({ region: 'eu-central-1', credentials, endpoint: http.url })
    await expect(aws.send(mail)).rejects.toMatchObject({ kind, message: `${status} ${name}: ${message}` })
  })

  test.each(sendgridAnswers)('SendGrid %i %s: %s', async (status, field, message, kind) => {
    httpAnswer = { status, body: JSON.stringify({ errors: [{ message, field }] }) }
    const sendgrid = sendgridTransport({ apiKey: 'key', baseUrl: http.url })
    await expect(sendgrid.send(mail)).rejects.toMatchObject({ kind, message: `${status} ${message}` })
  })

  test.each([
    [502, 'away'],
    [404, 'away'],
    [504, 'unclear'],
  ])('a gateway that answers %i', async (status, kind) => {
    httpAnswer = { status, headers: { 'content-type': 'text/html' }, body: '<h1>Gateway</h1>' }
    const sendgrid = sendgridTransport({ apiKey: 'key', baseUrl: http.url })
    await expect(sendgrid.send(mail)).rejects.toMatchObject({ kind, message: `${status} from a gateway` })
  })
})

describe('SMTP waits for each answer by RFC 5321', () => {
  const minute = 60_000
  const minimums = { greeting: 5, command: 5, DATA: 2, block: 3, end: 10 } as const
  test.each(Object.entries(minimums))('the limit of %s is at least %i minutes', (step, minutes) => {
    expect(new Map(Object.entries(smtpLimits)).get(step)).toBeGreaterThanOrEqual(minutes * minute)
  })

  test.each<[SmtpStep, Partial<typeof smtpLimits>, FailureKind]>([
    ['greeting', { greeting: 100 }, 'away'],
    ['EHLO', { command: 100 }, 'away'],
    ['AUTH', { command: 100 }, 'away'],
    ['MAIL', { command: 100 }, 'away'],
    ['RCPT', { command: 100 }, 'away'],
    ['DATA', { DATA: 100 }, 'away'],
    ['end', { end: 100 }, 'unclear'],
  ])('a server without an answer to %s ends the send', async (step, limit, kind) => {
    smtp.follow({ [step]: null })
    const limits = { ...smtpLimits, ...limit }
    await expect(viaSmtp({ limits }).send(mail)).rejects.toMatchObject({
      kind,
      message: expect.stringContaining('The server did not answer in time'),
    })
  })

  test.each<[SmtpStep, number, FailureKind]>([
    ['greeting', 0, 'stopped'],
    ['DATA', 5, 'stopped'],
    ['end', 6, 'unclear'],
  ])('a stop while %s has no answer, after %i commands', async (step, commands, kind) => {
    smtp.follow({ [step]: null })
    const stopping = new AbortController()
    const sent = viaSmtp({ limits: { ...smtpLimits, stop: 50 } }).send(mail, stopping.signal)
    const ended = expect(sent).rejects.toMatchObject({ kind })
    await expect.poll(() => smtp.connections() > 0 && smtp.commands.length === commands).toBe(true)
    stopping.abort()
    await ended
  })
})

describe('the envelope', () => {
  const envelope = async (script: SmtpScript, isVerp: boolean) => {
    smtp.follow(script)
    await viaSmtp({ isVerp }).send(mail)
    return smtp.commands.find((line) => line.startsWith('MAIL FROM'))
  }
  const id = mailId.replaceAll('-', '')

  test("has the mail's id in the sender with BOUNCES=verp, and as ENVID where DSN is offered", async () => {
    expect(await envelope({}, true)).toBe(`MAIL FROM:<2000001+b${id}@mail.pabean.example> ENVID=${id}`)
    expect(await envelope({ EHLO: '250-mx.example\n250 AUTH PLAIN' }, true)).toBe(
      `MAIL FROM:<2000001+b${id}@mail.pabean.example>`,
    )
    expect(await envelope({}, false)).toBe(`MAIL FROM:<2000001@mail.pabean.example> ENVID=${id}`)
  })
})
