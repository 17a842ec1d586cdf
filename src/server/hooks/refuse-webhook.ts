import { refuse } from '#server/platform/refusal.ts'

/** The message, which names the cause and where there is one the cure, is in the answer and in the log. */
export const refuseWebhook = (message: string, kind: 'forbidden' | 'invalid' = 'forbidden'): never =>
  refuse(kind, message, { event: 'webhook refused', reason: message })

export const refuseSignature = (): never => refuseWebhook('The signature is not valid.')

/** 404: the webhook is not configured, or the key is wrong. */
export const refuseAddress = (): never =>
  refuse('notFound', 'There is nothing at this address.', {
    event: 'webhook refused',
    reason: 'a wrong key, or no setting takes this webhook',
  })
