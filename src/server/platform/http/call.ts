import type { FastifyRequest } from 'fastify'
import { maskCards } from '#contract/rules/card-numbers.ts'
import type { Actor, Call, Platform } from '../work.ts'
import { clientAddress } from './proxies.ts'

const maxUserAgentLength = 1000

/** Makes a call of this actor from a request. Its log lines carry the request's id. */
export const requestCall = <A extends Actor>(
  platform: Platform,
  request: FastifyRequest,
  actor: A,
  confirm?: NonNullable<Call['confirm']>,
): Call<A> => ({
  ...platform,
  log: request.log,
  actor,
  now: platform.clock(),
  ip: clientAddress(request),
  ...(confirm && { confirm }),
  userAgent: maskCards((request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength)),
})
