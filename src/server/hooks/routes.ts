import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestCall } from '#server/platform/http/call.ts'
import { largeBodies } from '#server/platform/http/large-bodies.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call, Platform } from '#server/platform/work.ts'
import { takeSendgridEvents } from './sendgrid/receive-events.ts'
import { takeInboundForm } from './sendgrid/receive-form.ts'
import { checkSignature, expectSignature, knowsInboundKey } from './sendgrid/signature.ts'
import { takeSesMessage } from './aws/receive-ses.ts'
import { confirmSubscription, readSnsMessage } from './aws/receive-sns.ts'

/** Bytes. A message of SNS has at most 256 KB, before it is written as JSON in JSON. */
const largestMessage = 2 * 1024 * 1024
const largestEvents = 10 * 1024 * 1024
/** SendGrid's mails have at most 30 MB. */
const largestForm = 35 * 1024 * 1024
/** Of callers that have proven themselves already, and of those whose signature is over what is to come. */
const largeFormsAtOnce = { proven: 4, unproven: 2 }
const largeEventsAtOnce = 2

const bytesOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : refuse('invalid', 'The request could not be read.')
const done = (reply: FastifyReply) => reply.send({ status: 1, message: '' })

/** Where the providers of mail call us: no endpoints of ours, since bodies and proofs are the providers' own. */
export function hookRoutes(app: FastifyInstance, platform: Platform) {
  const callOf = (request: FastifyRequest, provider: string): Call<Actor> =>
    requestCall(platform, request, { kind: 'mail', name: provider })

  void app.register(async (hooks) => {
    // Signatures are over the bytes as they came.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, next) => next(null, body))

    hooks.route({
      method: 'POST',
      url: '/api/hooks/sns',
      bodyLimit: largestMessage,
      onRequest: async () => {
        if (platform.config.hooks.snsTopics.length === 0)
          return refuse('notFound', 'There is nothing at this address.')
      },
      handler: async (request, reply) => {
        const message = await readSnsMessage(platform, bytesOf(request))
        if (message.Type === 'SubscriptionConfirmation') await confirmSubscription(platform, message)
        if (message.Type === 'Notification')
          await takeSesMessage(callOf(request, 'AWS'), message.Message, message.MessageId)
        return done(reply)
      },
    })

    const allowEvents = largeBodies(largeEventsAtOnce)
    hooks.route({
      method: 'POST',
      url: '/api/hooks/sendgrid/events',
      bodyLimit: largestEvents,
      onRequest: async (request, reply) => {
        expectSignature(platform, request.headers, 'events')
        allowEvents(request, reply)
      },
      handler: async (request, reply) => {
        const body = bytesOf(request)
        checkSignature(platform, request.headers, body)
        await takeSendgridEvents(callOf(request, 'Sendgrid'), body)
        return done(reply)
      },
    })

    const allowProven = largeBodies(largeFormsAtOnce.proven)
    const allowUnproven = largeBodies(largeFormsAtOnce.unproven)
    for (const url of ['/api/hooks/sendgrid/inbound', '/api/hooks/sendgrid/inbound/:key'])
      hooks.route<{ Params: { key?: string } }>({
        method: 'POST',
        url,
        bodyLimit: largestForm,
        onRequest: async (request, reply) => {
          const { headers, params } = request
          if (knowsInboundKey(platform, headers, params.key))
            return allowProven(request as FastifyRequest, reply)
          expectSignature(platform, headers, 'inbound')
          return allowUnproven(request as FastifyRequest, reply)
        },
        handler: async (request, reply) => {
          const { headers, params } = request
          const body = bytesOf(request)
          if (!knowsInboundKey(platform, headers, params.key)) checkSignature(platform, headers, body)
          await takeInboundForm(callOf(request, 'Sendgrid'), body, headers['content-type'] ?? '')
          return done(reply)
        },
      })
  })
}
