import { randomUUID } from 'node:crypto'
import type { MailProvider } from '#contract/messages.ts'
import type { Tx } from '../db/database.ts'
import { singleLine } from '../single-line.ts'
import type { Config } from '#server/config.ts'
import type { Platform } from '../work.ts'
import type { MailDefinition } from './define-mail.ts'
import { sealContent, type StoredContent } from './mail-content.ts'
import { insertMail } from './mail-rows.ts'
import { defaultProvider } from './providers.ts'

export interface MailDelivery {
  /** Set by a job that may run twice, so that it queues the mail once. */
  id?: string
  orderId: number | null
  recipient: string
  provider?: MailProvider | undefined
  documentId?: number | null
  isResend?: boolean
  resendOf?: string
  /** The mail waits until then, and undo can cancel it. */
  notBefore?: Date
  eventId?: number
}

type QueueContext = Pick<Platform, 'config' | 'seal'> & { tx: Tx; now: Date }

export function composeRow<Props extends object>(
  mail: MailDefinition<Props>,
  rawProps: NoInfer<Props>,
  config: Config,
): StoredContent {
  const props = mail.parse(rawProps)
  return { kind: mail.kind, subject: singleLine(mail.render(props, config).subject), props }
}

/** Queues a mail in the caller's transaction: it is sent only if that commits. Returns its id. */
export const queueMail = <Props extends object>(
  context: QueueContext,
  mail: MailDefinition<Props>,
  props: NoInfer<Props>,
  delivery: MailDelivery,
): Promise<string> => queueComposed(context, composeRow(mail, props, context.config), delivery)

export async function queueComposed(
  { tx, now, config, seal }: QueueContext,
  content: StoredContent,
  { orderId, recipient, notBefore = now, ...rest }: MailDelivery,
): Promise<string> {
  const { id } = await insertMail(tx, {
    ...sealContent(seal, rest.id ?? randomUUID(), content),
    order_id: orderId,
    recipient,
    provider: rest.provider ?? defaultProvider(config),
    document_id: rest.documentId ?? null,
    is_resend: rest.isResend ?? false,
    resend_of: rest.resendOf ?? null,
    event_id: rest.eventId ?? null,
    created_at: now,
    not_before: notBefore,
    state_at: now,
  })
  return id
}
