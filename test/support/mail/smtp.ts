import { once } from 'node:events'
import { domainToASCII } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { portOf } from './servers.ts'

interface SmtpMail {
  from: string
  to: string[]
  raw: Buffer
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** A mail server (smtp-server) on a free port. Refuses `…@refused.example` permanently and `…@busy.example` temporarily. */
export async function startSmtp({ password }: { password?: string } = {}) {
  const acceptedMails: SmtpMail[] = []
  const smtp = new SMTPServer({
    hideSTARTTLS: true,
    // One command at a time, so that a proxy can reply instead.
    hidePIPELINING: true,
    authOptional: password === undefined,
    allowInsecureAuth: true,
    onAuth: (credentials, _session, done) =>
      credentials.password === password
        ? done(null, { user: credentials.username })
        : done(refusal(535, 'wrong password')),
    onRcptTo({ address }, _session, done) {
      if (address.endsWith('@refused.example')) return done(refusal(550, `<${address}>: no such user`))
      if (address.endsWith('@busy.example')) return done(refusal(451, 'try again later'))
      done()
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        // smtp-server tells Punycode as its letters.
        const to = envelope.rcptTo.map(({ address }) => address.replace(/[^@]+$/, domainToASCII))
        acceptedMails.push({ from, to, raw: Buffer.concat(parts) })
        done()
      })
    },
  })
  // Some tests break the connection on purpose.
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  return {
    port: portOf(smtp.server),
    log: () => acceptedMails,
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
