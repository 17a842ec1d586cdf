import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../files/write-durably.ts'
import { composeMessage } from './compose-message.ts'
import type { Transport } from './transport.ts'

/** Stores each mail as `<mail id>.eml` instead of sending it (product §7). */
export function outboxTransport(folder: string): Transport {
  const pathOf = (mailId: string) => join(folder, `${mailId}.eml`)
  return {
    async send(mail) {
      await writeDurably(pathOf(mail.id), await composeMessage(mail))
      return null
    },
    open: async () => {},
    wasSent: (mailId) =>
      access(pathOf(mailId)).then(
        () => 'kept',
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return 'no'
          throw error
        },
      ),
  }
}
