import { errorMessage } from '../error-code.ts'
import * as z from 'zod/mini'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { classifyAnswer } from './answers.ts'
import { composeMessage } from './compose-message.ts'
import { isLoopbackUrl } from '#server/settings.ts'
import { MailFailure, outcomeUnknown, type OutgoingMail, type Transport } from './transport.ts'

const minute = 60_000

/** ms for the server's answer to each step (RFC 5321 §4.5.3.2); `command` is for all that have none of their own. */
export const smtpLimits = {
  greeting: 5 * minute,
  command: 5 * minute,
  DATA: 2 * minute,
  block: 3 * minute,
  end: 10 * minute,
  /** For the answer to a whole mail while our server stops. */
  stop: 10_000,
}
export type SmtpLimits = typeof smtpLimits

const blockBytes = 64 * 1024

/** The sender's address with the mail's id, to which a bounce returns (VERP). */
function envelopeSender({ from, id }: OutgoingMail): string {
  const [local, domain] = from.address.split('@')
  return `${local}+b${envelopeId(id)}@${domain}`
}
const envelopeId = (mailId: string) => mailId.replaceAll('-', '')

/** Any SMTP server; the Message-ID contains the mail's id. */
export function smtpTransport(
  { url, isVerp = false }: { url: string; isVerp?: boolean },
  limits = smtpLimits,
): Transport {
  const options = {
    ...parseConnectionUrl(url),
    // TLS is required for other machines.
    requireTLS: !isLoopbackUrl(url),
    // The steps below have shorter limits; the second is for a TLS handshake after STARTTLS.
    connectionTimeout: limits.greeting + 3 * limits.command,
    greetingTimeout: limits.greeting,
    socketTimeout: 2 * limits.end,
    transactionLog: true,
  }
  return {
    async send(mail, stop) {
      const message = await composeMessage(mail)
      const steps = watchSteps(limits)
      const connection = new SMTPConnection({ ...options, logger: steps.logger })
      const envelope = {
        from: isVerp ? envelopeSender(mail) : mail.from.address,
        to: [mail.to],
        size: message.length,
        dsn: { id: envelopeId(mail.id) },
      }
      const stopSoon = () => steps.stop()
      stop?.addEventListener('abort', stopSoon)
      try {
        if (stop?.aborted) steps.stop()
        await Promise.race([steps.failed, deliver(connection, options, envelope, steps.blocksOf(message))])
        return mail.messageId
      } catch (error) {
        throw failureOf(error, steps.hasDataBegun())
      } finally {
        stop?.removeEventListener('abort', stopSoon)
        steps.end()
        connection.close()
      }
    },
    async open(signal) {
      const connection = new SMTPConnection({ ...options, logger: false })
      const close = () => connection.close()
      signal.addEventListener('abort', close)
      try {
        await followSteps(connection, options).signIn()
        connection.quit()
      } catch (error) {
        throw failureOf(error, false)
      } finally {
        signal.removeEventListener('abort', close)
        connection.close()
      }
    },
    wasSent: outcomeUnknown,
  }
}

const ignore = () => {}

/** Follows the commands and answers of one connection by its log, and fails when an answer is late. */
function watchSteps(limits: SmtpLimits) {
  /** Commands without an answer, the oldest first. */
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  let hasData = false
  let isStopping = false
  const ending = new AbortController()
  const failed = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason))
  })
  // Awaited only while the connection delivers.
  failed.catch(() => {})

  const limitOf = (step: string) =>
    isStopping ? limits.stop : (new Map<string, number>(Object.entries(limits)).get(step) ?? limits.command)
  function wait(steps: string[]) {
    waiting = steps
    clearTimeout(timer)
    const [step] = steps
    if (step === undefined) return
    const late = () => ending.abort(new Error(`The server did not answer in time (${step}).`))
    timer = setTimeout(late, limitOf(step))
  }
  wait(['greeting'])

  const follow = ({ tnx }: { tnx?: string }, line = '') => {
    if (tnx === 'client') {
      // The lines of a sign-in begin with no verb.
      const [verb] = /^[A-Z]{4,8}(?= |$)/.exec(line) ?? ['AUTH']
      if (waiting.length > 0) waiting.push(verb)
      else wait([verb])
    }
    if (tnx === 'server') wait(waiting.slice(1))
    if (tnx === 'message') wait(['end'])
  }
  return {
    failed,
    logger: { trace: ignore, debug: follow, info: follow, warn: ignore, error: ignore, fatal: ignore },
    /** Read only once the server has accepted the DATA command. */
    async *blocksOf(message: Buffer) {
      for (let at = 0; at < message.length; at += blockBytes) {
        hasData = true
        wait(['block'])
        yield message.subarray(at, at + blockBytes)
      }
    },
    hasDataBegun: () => hasData,
    /** Fails at once before the message has begun; afterwards its answer has the time for a stop. */
    stop() {
      isStopping = true
      if (hasData) wait(waiting)
      else ending.abort(new MailFailure('stopped', 'The server was stopped before the mail left.'))
    },
    end: () => wait([]),
  }
}

interface Envelope {
  from: string
  to: string[]
  size: number
  dsn: { id: string }
}

type Options = ReturnType<typeof parseConnectionUrl> & { requireTLS: boolean }

/** The steps of one connection; each rejects where the connection is lost meanwhile. */
function followSteps(connection: SMTPConnection, { auth, requireTLS }: Options) {
  const connectionLost = new Promise<never>((_, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new Error('the connection was closed')))
  })
  // Awaited only during a step.
  connectionLost.catch(() => {})
  const runStep = <T>(step: (callback: (error?: Error | null, result?: T) => void) => void) =>
    Promise.race([
      connectionLost,
      new Promise<void>((resolve, reject) => step((error) => (error ? reject(error) : resolve()))),
    ])
  return {
    async signIn() {
      await runStep((callback) => connection.connect(callback))
      // To another machine it signs in or does not send at all.
      if (!auth || !(connection.allowsAuth || requireTLS)) return
      const credentials = { user: auth.user ?? '', pass: auth.pass ?? '' }
      await runStep((callback) => connection.login({ credentials }, callback))
    },
    send: (envelope: Envelope, blocks: AsyncIterable<Buffer>) =>
      runStep((callback) => connection.send(envelope, Readable.from(blocks), callback)),
  }
}

async function deliver(
  connection: SMTPConnection,
  options: Options,
  envelope: Envelope,
  blocks: AsyncIterable<Buffer>,
) {
  const { signIn, send } = followSteps(connection, options)
  await signIn()
  await send(envelope, blocks)
}

const smtpError = z.object({ command: z.optional(z.string()), response: z.optional(z.string()) })

/** Before the data was sent the mail certainly did not leave; afterwards only the server's response tells. */
function failureOf(error: unknown, hasDataBegun: boolean): MailFailure {
  if (error instanceof MailFailure) return error
  const { command: at = '', response = '' } = z.safeParse(smtpError, error).data ?? {}
  const [, status, enhanced] = /^(\d{3})[ -]?([245]\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? []
  const message = errorMessage(error)
  if (status === undefined) return new MailFailure(hasDataBegun ? 'unclear' : 'away', message)
  const code = enhanced ? `${status} ${enhanced}` : status
  return new MailFailure(classifyAnswer('SMTP', { at, code, says: response }), message)
}
