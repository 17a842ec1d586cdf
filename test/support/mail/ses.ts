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

/** Emulates Amazon SES v2 (aws-ses-v2-local) on a free port. All instances in a process share one store; a log begins with its own. */
export async function startSes() {
  const server = await startServer({ host: '127.0.0.1', port: 0 })
  const url = urlOf(server)
  async function stored(): Promise<SesMail[]> {
    const { emails } = (await (await fetch(`${url}/store`)).json()) as { emails: SesMail[] }
    return emails
  }
  const ofOthers = new Set((await stored()).map(({ messageId }) => messageId))
  return {
    url,
    log: async () => (await stored()).filter(({ messageId }) => !ofOthers.has(messageId)),
    stop: () => closeServer(server),
  }
}
