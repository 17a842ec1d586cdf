import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { composeMessage } from './compose.ts'
import {
  cannotSay,
  MailRefused,
  NotNow,
  UnclearOutcome,
  usualDeadlines,
  type OutgoingMail,
  type Transport,
} from './transport.ts'

/** Commands whose 5xx answer is about this mail; before them it is about us, and another try may do better. */
const aboutTheMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
/** "Log in first" and "log in differently" (RFC 4954). */
const aboutUs = new Set([530, 534, 535, 538])

/** Any mail server. Our Message-ID brings the mail's id. */
export function smtpTransport({ url }: { url: string }, deadlines = usualDeadlines): Transport {
  const options = {
    connectionTimeout: deadlines.connect,
    greetingTimeout: deadlines.connect,
    dnsTimeout: deadlines.connect,
    socketTimeout: deadlines.send,
    ...parseConnectionUrl(url),
  }
  return {
    async send(mail) {
      const message = await composeMessage(mail)
      const connection = new SMTPConnection(options)
      const began = { data: false }
      const timer = setTimeout(() => connection.close(), deadlines.send)
      try {
        await deliver(connection, options, mail, message, began)
        return mail.messageId
      } catch (error) {
        return explain(error, began.data)
      } finally {
        clearTimeout(timer)
        connection.close()
      }
    },
    wasSent: cannotSay,
  }
}

async function deliver(
  connection: SMTPConnection,
  { auth }: ReturnType<typeof parseConnectionUrl>,
  mail: OutgoingMail,
  message: Buffer,
  began: { data: boolean },
) {
  /** Read only once the server has said that it takes the message. */
  async function* afterGoAhead() {
    began.data = true
    yield message
  }
  const lost = new Promise<never>((_, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new Error('the connection was closed')))
  })
  const done = <T>(step: (callback: (error?: Error | null, result?: T) => void) => void) =>
    Promise.race([
      lost,
      new Promise<void>((resolve, reject) => step((error) => (error ? reject(error) : resolve()))),
    ])
  await done((callback) => connection.connect(callback))
  if (auth && connection.allowsAuth) {
    const credentials = { user: auth.user ?? '', pass: auth.pass ?? '' }
    await done((callback) => connection.login({ credentials }, callback))
  }
  const envelope = { from: mail.from.address, to: [mail.to], size: message.length }
  await done((callback) => connection.send(envelope, Readable.from(afterGoAhead()), callback))
}

/** Until the data began the mail surely did not leave; afterwards only the server's answer tells. */
function explain(error: unknown, dataBegan: boolean): never {
  const { message, command = '', responseCode: code } = error as SMTPConnection.SMTPError
  if (code !== undefined && code >= 500 && aboutTheMail.has(command) && !aboutUs.has(code))
    throw new MailRefused(message)
  if (code !== undefined || !dataBegan) throw new NotNow(message)
  throw new UnclearOutcome(message)
}
