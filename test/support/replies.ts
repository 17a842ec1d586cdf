import { randomUUID } from 'node:crypto'
import { storeMessage } from '#server/messages/store-message.ts'
import type { TestApp } from './test-app.ts'

export interface ReplyInput {
  from?: { name: string; address: string }
  subject?: string
  text?: string
  automatic?: boolean
  authentic?: 'pass' | 'fail' | 'unknown'
  files?: readonly { name: string; contentType: string; bytes: Buffer }[]
}

/** Stores a reply with an order, or with several, as the webhooks do. */
export async function receiveReply(
  app: TestApp,
  orderId: number | readonly number[],
  { automatic = false, ...reply }: ReplyInput = {},
): Promise<void> {
  const orderIds = [orderId].flat()
  const call = {
    ...app.platform,
    actor: { kind: 'mail', name: '' } as const,
    now: app.platform.clock(),
    ip: '127.0.0.1',
    userAgent: '',
  }
  const storedCount = await storeMessage(call, orderIds, {
    messageId: `<${randomUUID()}@example.com>`,
    references: [],
    from: { name: 'Budi Buyer', address: 'buyer@example.com' },
    to: orderIds.map((id) => ({ name: '', address: `${id}@${app.platform.config.sendDomain}` })),
    subject: 'My passport',
    text: 'Here it is.',
    movesOrder: !automatic,
    byProgram: automatic,
    listed: automatic ? 'while waiting' : 'replies',
    authentic: 'pass',
    files: [],
    ...reply,
  })
  if (storedCount !== orderIds.length) throw new Error(`no reply was stored with order ${orderIds.join()}`)
}
