import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestCall } from '#server/platform/http/call.ts'
import { rememberCaller } from '#server/platform/http/caller.ts'
import { limitLargeBodies } from '#server/platform/http/large-bodies.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call, Platform } from '#server/platform/work.ts'
import { receiveSendgridEvents } from './receive-events.ts'
import { receiveInboundForm } from './receive-form.ts'
import { verifySignature, requireSignatureHeader, hasInboundKey } from './signature.ts'
import { receiveSesMessage } from './receive-ses.ts'
import { confirmSubscription, verifySnsMessage } from './receive-sns.ts'
import { refuseAddress, refuseWebhook } from './refuse-webhook.ts'

/** Bytes. A message of SNS has at most 256 KB, before it is written as JSON in JSON. */
const maxSnsBytes = 2 * 1024 * 1024
const maxEventBytes = 10 * 1024 * 1024
/** SendGrid's mails have at most 30 MB. */
const maxFormBytes = 35 * 1024 * 1024
/** Large bodies at once, of callers whose key was checked before, and of those whose signature can be checked only afterwards. */
const largeBodies = {
  proven: { perAddress: 4, perHolder: 4, strangers: 0, total: 4 },
  unproven: { perAddress: 1, perHolder: 2, strangers: 4, total: 4 },
}

const requireBytes = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : refuse('invalid', 'The request could not be read.')
const acknowledge = (reply: FastifyReply) => reply.send({ status: 1, message: '' })

const actorOf = (provider: string): Actor => ({ kind: 'mail', name: provider })

/** Webhooks of the mail providers; not contract endpoints, because bodies and signatures are the providers' own. */
export function serveWebhooks(app: FastifyInstance, platform: Platform) {
  /** Of a provider whose key or signature was checked. */
  const callOf = (request: FastifyRequest, provider: string): Call<Actor> => {
    rememberCaller(request, actorOf(provider))
    return requestCall(platform, request, actorOf(provider))
  }

  void app.register(async (hooks) => {
    // Signatures are computed over the raw bytes.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, next) => next(null, body))

    hooks.route({
      method: 'POST',
      url: '/api/hooks/sns',
      bodyLimit: maxSnsBytes,
      onRequest: async ({ headers }) => {
        const { snsTopics } = platform.config.hooks
        if (snsTopics.length === 0) return refuseAddress()
        const topic = headers['x-amz-sns-topic-arn']
        if (typeof topic !== 'string' || !snsTopics.includes(topic))
          return refuseWebhook('This topic is not one of ours.')
      },
      handler: async (request, reply) => {
        const message = await verifySnsMessage(platform, requireBytes(request))
        if (message.Type === 'SubscriptionConfirmation') await confirmSubscription(platform, message)
        if (message.Type === 'Notification')
          await receiveSesMessage(callOf(request, 'AWS'), message.Message, message.MessageId)
        return acknowledge(reply)
      },
    })

    const allowEvents = limitLargeBodies(largeBodies.unproven)
    hooks.route({
      method: 'POST',
      url: '/api/hooks/sendgrid/events',
      bodyLimit: maxEventBytes,
      onRequest: async (request, reply) => {
        requireSignatureHeader(platform, request.headers, 'events')
        allowEvents(request, reply)
      },
      handler: async (request, reply) => {
        const body = requireBytes(request)
        verifySignature(platform, request.headers, body)
        await receiveSendgridEvents(callOf(request, 'Sendgrid'), body)
        return acknowledge(reply)
      },
    })

    const allowProven = limitLargeBodies(largeBodies.proven)
    const allowUnproven = limitLargeBodies(largeBodies.unproven)
    for (const url of ['/api/hooks/sendgrid/inbound', '/api/hooks/sendgrid/inbound/:key'])
      hooks.route<{ Params: { key?: string } }>({
        method: 'POST',
        url,
        bodyLimit: maxFormBytes,
        onRequest: async (request, reply) => {
          const { headers, params } = request
          if (hasInboundKey(platform, headers, params.key)) {
            rememberCaller(request, actorOf('Sendgrid'))
            return allowProven(request, reply)
          }
          requireSignatureHeader(platform, headers, 'inbound')
          return allowUnproven(request, reply)
        },
        handler: async (request, reply) => {
          const { headers, params } = request
          const body = requireBytes(request)
          if (!hasInboundKey(platform, headers, params.key)) verifySignature(platform, headers, body)
          await receiveInboundForm(callOf(request, 'Sendgrid'), body, headers['content-type'] ?? '')
          return acknowledge(reply)
        },
      })
  })
}
