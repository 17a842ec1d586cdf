import type { FastifyInstance } from 'fastify'
import { previewsPath } from '#contract/rules/visitor-addresses.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/work.ts'
import { createVisitorCalls } from './visitor-call.ts'
import { parseFileName } from './byte-range.ts'
import { messagesFor } from './language.ts'
import { openPreview } from './previews.ts'

/** Pictures of documents' first pages at the root, beside the documents themselves. */
export function previewRoutes(app: FastifyInstance, platform: Platform, identify: Identify) {
  const callOf = createVisitorCalls(platform, identify, true)

  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `/${previewsPath}/:name`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const requested = parseFileName(request.params.name)
      if (!requested) return refuse('notFound', 'There is nothing at this address.')
      const sendsBody = request.method === 'GET'
      const picture = await readFrom(await callOf(request), 'whileAway', (call) =>
        openPreview(call, { ...requested, sendsBody }, messagesFor(request)),
      )
      reply
        .type('image/webp')
        // Not cached, because a withdrawn document must disappear at once and computers are shared.
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline')
        .header('content-length', picture.size)
      return reply.send(sendsBody ? picture.read() : undefined)
    },
  })
}
