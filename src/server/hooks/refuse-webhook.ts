import { refuse } from '#server/platform/refusal.ts'

/** 403 for a request that no provider of ours made, as far as it can be told. */
export const refuseWebhook = (message: string): never =>
  refuse('forbidden', message, { event: 'webhook refused' })

export const refuseSignature = (): never => refuseWebhook('The signature is not valid.')

/** 404: nothing is taken here, or not by this key. */
export const refuseAddress = (): never =>
  refuse('notFound', 'There is nothing at this address.', { event: 'webhook refused' })
