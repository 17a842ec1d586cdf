import type { FastifyRequest } from 'fastify'
import type { Allow } from '#contract/endpoint.ts'
import { can, type Permission } from '#contract/rules/roles.ts'
import { refuse } from '../refusal.ts'
import type { Actor, MemberActor, Platform } from '../work.ts'
import { intakeKeyName, memberOfSession } from './sessions.ts'
import { secretHash, type Tokens } from './tokens.ts'

export const sessionCookie = 'pabean_session'

/** The caller in the door's terms. `cookie`: a GET for which the session cookie is enough. */
export type Identify = (request: FastifyRequest, allow: Allow, now: Date, cookie: boolean) => Promise<Actor>

const bareToken = (header: string | undefined) => header?.replace(/^Bearer\s+/i, '').trim() || null

export function createIdentify({ db, config }: Platform, tokens: Tokens): Identify {
  const memberOf = async (
    request: FastifyRequest,
    now: Date,
    cookie: boolean,
  ): Promise<MemberActor | null> => {
    const token = bareToken(request.headers.authorization) ?? (cookie ? request.cookies[sessionCookie] : null)
    const sessionId = token ? await tokens.sessionOf(token, now) : null
    return sessionId ? memberOfSession(db, sessionId, now) : null
  }

  const withPermission = async (
    request: FastifyRequest,
    permission: Permission,
    now: Date,
    cookie: boolean,
  ) => {
    const member = await memberOf(request, now, cookie)
    if (!member) return refuse('unauthenticated', 'Session expired. Sign in again.')
    if (!can(member.role, permission)) return refuse('forbidden', 'You are not allowed to do this.')
    return member
  }

  const withIntakeKey = async (request: FastifyRequest, now: Date) => {
    const key = bareToken(request.headers.authorization)
    const isFixed =
      key !== null && config.intakeKey !== undefined && secretHash(key).equals(secretHash(config.intakeKey))
    const name = isFixed ? 'INTAKE_KEY' : key && (await intakeKeyName(db, secretHash(key), now))
    return name ? { kind: 'intake' as const, name } : refuse('forbidden', 'The intake key is not valid.')
  }

  return async (request, allow, now, cookie) => {
    switch (allow) {
      case 'anyone':
        return { kind: 'anyone' }
      case 'visitor':
        return { kind: 'visitor', cookies: request.cookies, member: await memberOf(request, now, true) }
      case 'intakeKey':
        return withIntakeKey(request, now)
      default:
        return withPermission(request, allow, now, cookie)
    }
  }
}
