import type { FastifyRequest } from 'fastify'
import type { Identify } from '#server/platform/auth/identify.ts'
import { requestCall } from '#server/platform/http/call.ts'
import type { Call, Platform, VisitorActor } from '#server/platform/work.ts'

/** Makes the calls of visitors for addresses outside the contract's endpoints: pages, documents and previews. */
export const createVisitorCalls =
  (platform: Platform, identify: Identify) =>
  async (request: FastifyRequest): Promise<Call<VisitorActor>> => {
    const actor = await identify(request, 'visitor', platform.clock(), true)
    return requestCall(platform, request, actor)
  }
