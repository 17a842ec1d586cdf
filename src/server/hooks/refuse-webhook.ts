import { refuse } from '#server/platform/refusal.ts'

export const refuseWebhook = (message: string): never =>
  refuse('forbidden', message, { event: 'webhook refused' })

export const refuseSignature = (): never => refuseWebhook('The signature is not valid.')

/** 404: the webhook is not configured, or the key is wrong. */
export const refuseAddress = (): never =>
  refuse('notFound', 'There is nothing at this address.', { event: 'webhook refused' })
