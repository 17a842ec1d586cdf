import { errorMessage } from '../error-code.ts'
import * as z from 'zod/mini'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { composeMessage } from './compose-message.ts'
import { isLoopbackUrl } from '#server/settings.ts'
import {
  outcomeUnknown,
  PermanentMailError,
  TransientMailError,
  UnknownOutcomeError,
  defaultTimeouts,
  type OutgoingMail,
  type Transport,
} from './transport.ts'

/**
 * A 5xx response to these commands concerns the mail; to others it concerns the connection, and a retry may succeed.
 */
const messageCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
/** Authentication errors (RFC 4954), which do not concern the mail. */
const authenticationCodes = new Set([530, 534, 535, 538])

/** Any SMTP server; the Message-ID contains the mail's id. */
export function smtpTransport({ url }: { url: string }, timeouts = defaultTimeouts): Transport {
  const options = {
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.send,
    ...parseConnectionUrl(url),
    // TLS is required for other machines.
    requireTLS: !isLoopbackUrl(url),
  }
  return {
    async send(mail) {
      const message = await composeMessage(mail)
      const connection = new SMTPConnection(options)
      const progress = { data: false }
      const timer = setTimeout(() => connection.close(), timeouts.send)
      try {
        await deliver(connection, options, mail, message, progress)
        return mail.messageId
      } catch (error) {
        return rethrowAsFailure(error, progress.data)
      } finally {
        clearTimeout(timer)
        connection.close()
      }
    },
    wasSent: outcomeUnknown,
  }
}

async function deliver(
  connection: SMTPConnection,
  { auth, requireTLS }: ReturnType<typeof parseConnectionUrl> & { requireTLS: boolean },
  mail: OutgoingMail,
  message: Buffer,
  progress: { data: boolean },
) {
  /** Read only once the server has accepted the DATA command. */
  async function* messageStream() {
    progress.data = true
    yield message
  }
  const connectionLost = new Promise<never>((_, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new Error('the connection was closed')))
  })
  const runStep = <T>(step: (callback: (error?: Error | null, result?: T) => void) => void) =>
    Promise.race([
      connectionLost,
      new Promise<void>((resolve, reject) => step((error) => (error ? reject(error) : resolve()))),
    ])
  await runStep((callback) => connection.connect(callback))
  // To another machine it signs in or does not send at all.
  if (auth && (connection.allowsAuth || requireTLS)) {
    const credentials = { user: auth.user ?? '', pass: auth.pass ?? '' }
    await runStep((callback) => connection.login({ credentials }, callback))
  }
  const envelope = { from: mail.from.address, to: [mail.to], size: message.length }
  await runStep((callback) => connection.send(envelope, Readable.from(messageStream()), callback))
}

const smtpError = z.object({ command: z.optional(z.string()), responseCode: z.optional(z.number()) })

/** Before the data was sent the mail certainly did not leave; afterwards only the server's response tells. */
function rethrowAsFailure(error: unknown, hasDataBegun: boolean): never {
  const message = errorMessage(error)
  const { command = '', responseCode: code } = z.safeParse(smtpError, error).data ?? {}
  if (code !== undefined && code >= 500 && messageCommands.has(command) && !authenticationCodes.has(code))
    throw new PermanentMailError(message)
  if (code !== undefined || !hasDataBegun) throw new TransientMailError(message)
  throw new UnknownOutcomeError(message)
}
