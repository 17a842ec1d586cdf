import { createHash } from 'node:crypto'
import type { Tx } from '#server/platform/db/database.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import { messageContent, type MessageContent } from './message-text.ts'
import { selectAddressedOrders, selectByMessageIds, type OrderToWrite } from './messages.queries.ts'
import type { MessageFile } from './incoming-files.ts'

export const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

interface ComparedMail {
  date?: string
  from: { address: string }
  text: string
  files: readonly MessageFile[]
}

/** Made of date, sender, text and files. */
export const fingerprintOf = (message: ComparedMail): string =>
  sha256(
    JSON.stringify([
      message.date ?? '',
      message.from.address,
      words(message.text),
      message.files.map(({ bytes }) => sha256(bytes)).toSorted(),
    ]),
  )

interface IdentifiedMail {
  messageId: string
  /** An id for a mail whose Message-ID another mail of the order has. */
  otherId: string
  content: MessageContent
}

/** Null if the order has this mail; else the id that no other mail of the order has. */
export async function findUnusedId(
  { seal }: Pick<Call<Actor>, 'seal'>,
  tx: Tx,
  orderId: number,
  { messageId, otherId, content }: IdentifiedMail,
): Promise<string | null> {
  const rows = await selectByMessageIds(tx, orderId, [messageId, otherId])
  const isSame = ({ sealed }: (typeof rows)[number]) => {
    const stored = seal.open(messageContent, 'messages.sealed', orderId, sealed)
    // What earlier versions stored has no fingerprint.
    return stored.fingerprint
      ? stored.fingerprint === content.fingerprint
      : stored.from === content.from && stored.text === content.text
  }
  if (rows.some(isSame)) return null
  return rows.some((row) => row.message_id === messageId) ? otherId : messageId
}

/** Those of the orders that do not have the mail. */
export async function selectOrdersWithout(
  call: Call<Actor>,
  tx: Tx,
  orderIds: readonly number[],
  message: IdentifiedMail,
): Promise<OrderToWrite[]> {
  const orders: OrderToWrite[] = []
  for (const order of await selectAddressedOrders(tx, orderIds))
    if ((await findUnusedId(call, tx, order.order_id, message)) !== null) orders.push(order)
    else call.log.info({ order: order.order_id }, 'a mail that the order has already was passed over')
  return orders
}
