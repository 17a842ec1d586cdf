import type { FastifyRequest } from 'fastify'
import type { Identify } from '#server/platform/auth/identify.ts'
import { requestCall } from '#server/platform/http/call.ts'
import { rememberCaller } from '#server/platform/http/caller.ts'
import type { Call, Platform, VisitorActor } from '#server/platform/work.ts'

/** `acceptsStaffCookie`: for files, which a member opens without the header (product §5). */
export const createVisitorCalls =
  (platform: Platform, identify: Identify, acceptsStaffCookie: boolean) =>
  async (request: FastifyRequest): Promise<Call<VisitorActor>> => {
    const cookie = acceptsStaffCookie ? { cookie: true as const } : {}
    const actor = await identify(request, { allow: 'visitor', ...cookie }, platform.clock())
    rememberCaller(request, actor)
    return requestCall(platform, request, actor)
  }
