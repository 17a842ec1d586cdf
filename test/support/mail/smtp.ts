import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { portOf } from './servers.ts'

interface SmtpMail {
  from: string
  to: string[]
  raw: Buffer
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** A mail server (smtp-server) on a free port. `…@refused.example` is refused for good, `…@busy.example` for now. */
export async function startSmtp({ password }: { password?: string } = {}) {
  const taken: SmtpMail[] = []
  const smtp = new SMTPServer({
    hideSTARTTLS: true,
    // A command at a time, so that a proxy between can answer in its place.
    hidePIPELINING: true,
    authOptional: password === undefined,
    allowInsecureAuth: true,
    onAuth: (given, _session, done) =>
      given.password === password
        ? done(null, { user: given.username })
        : done(refusal(535, 'wrong password')),
    onRcptTo({ address }, _session, done) {
      if (address.endsWith('@refused.example')) return done(refusal(550, 'no such user'))
      if (address.endsWith('@busy.example')) return done(refusal(451, 'try again later'))
      done()
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        taken.push({ from, to, raw: Buffer.concat(parts) })
        done()
      })
    },
  })
  // Clients that vanish are part of the tests.
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  return {
    port: portOf(smtp.server),
    log: () => taken,
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
