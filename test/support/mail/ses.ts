import { createRequire } from 'node:module'
import { urlOf, closeServer } from './servers.ts'

// A CommonJS package, which the test runners import differently.
const { default: startServer } = createRequire(import.meta.url)(
  'aws-ses-v2-local',
) as typeof import('aws-ses-v2-local')

/** A mail as the emulator's own log keeps it. */
export interface SesMail {
  messageId: string
  from: string
  replyTo: string[]
  destination: { to: string[]; cc: string[]; bcc: string[] }
  subject: string
  body: { html?: string; text?: string }
  attachments: { filename?: string; contentType: string; content: string }[]
}

/** Emulates Amazon SES v2 (aws-ses-v2-local) on a free port. All instances in a process share one log. */
export async function startSes() {
  const server = await startServer({ host: '127.0.0.1', port: 0 })
  const url = urlOf(server)
  return {
    url,
    async log(): Promise<SesMail[]> {
      const { emails } = (await (await fetch(`${url}/store`)).json()) as { emails: SesMail[] }
      return emails
    },
    stop: () => closeServer(server),
  }
}
