import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { composeMessage } from './compose.ts'
import {
  outcomeUnknown,
  PermanentMailError,
  TransientMailError,
  UnknownOutcomeError,
  defaultTimeouts,
  type OutgoingMail,
  type Transport,
} from './transport.ts'

/** Commands whose 5xx answer is about this mail; before them it is about us, and another try may do better. */
const messageCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
/** "Log in first" and "log in differently" (RFC 4954). */
const authenticationCodes = new Set([530, 534, 535, 538])

/** Any mail server. Our Message-ID brings the mail's id. */
export function smtpTransport({ url }: { url: string }, timeouts = defaultTimeouts): Transport {
  const options = {
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.send,
    ...parseConnectionUrl(url),
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
  { auth }: ReturnType<typeof parseConnectionUrl>,
  mail: OutgoingMail,
  message: Buffer,
  progress: { data: boolean },
) {
  /** Read only once the server has said that it takes the message. */
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
  if (auth && connection.allowsAuth) {
    const credentials = { user: auth.user ?? '', pass: auth.pass ?? '' }
    await runStep((callback) => connection.login({ credentials }, callback))
  }
  const envelope = { from: mail.from.address, to: [mail.to], size: message.length }
  await runStep((callback) => connection.send(envelope, Readable.from(messageStream()), callback))
}

/** Until the data began the mail surely did not leave; afterwards only the server's answer tells. */
function rethrowAsFailure(error: unknown, hasDataBegun: boolean): never {
  const { message, command = '', responseCode: code } = error as SMTPConnection.SMTPError
  if (code !== undefined && code >= 500 && messageCommands.has(command) && !authenticationCodes.has(code))
    throw new PermanentMailError(message)
  if (code !== undefined || !hasDataBegun) throw new TransientMailError(message)
  throw new UnknownOutcomeError(message)
}
