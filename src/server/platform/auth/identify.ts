import type { FastifyRequest } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { backgroundHeader, type AccessRule, type Endpoint, type NonStaffAccess } from '#contract/endpoint.ts'
import { enrolmentRequired } from '#contract/factor-proof.ts'
import { can, type Permission } from '#contract/rules/roles.ts'
import type { Config } from '#server/config.ts'
import { isPrimaryAway, takesNoWrites, type Db, onConnection } from '../db/database.ts'
import { readFrom } from '../db/replica.ts'
import { hostCookieName } from '../http/cookies.ts'
import { holdForSession } from '../http/holdings.ts'
import { refuse, RefusalError } from '../refusal.ts'
import type { Actor, AnyoneActor, IntakeActor, MemberActor, Platform, VisitorActor } from '../work.ts'
import { findIntakeKey, findOpenSession, recordActivity } from './sessions.ts'
import { secretHash, type Tokens } from './tokens.ts'

export const sessionCookieName = (config: Pick<Config, 'isHttps'>): string =>
  hostCookieName(config, 'pabean_session')

export class RoleRefusal extends RefusalError {
  constructor(readonly member: MemberActor) {
    super('forbidden', 'You are not allowed to do this.')
  }
}

/** The caller's session has ended, or the member has changed, since the call began. */
export class NotConfirmed extends Error {}

export const sessionExpired = 'Session expired. Sign in again.'

/** The allowed callers, whether the session cookie is enough (a GET), and whether it is open before enrolment. */
type Access<A extends AccessRule> = { allow: A } & Pick<Endpoint, 'cookie' | 'openBeforeEnrolment'>

export type Identify = <A extends AccessRule>(
  request: FastifyRequest,
  access: Access<A>,
  now: Date,
) => Promise<ActorOf<A>>

interface AudienceActors extends Record<NonStaffAccess, Actor> {
  anyone: AnyoneActor
  visitor: VisitorActor
  intakeKey: IntakeActor
}
export type ActorOf<A extends AccessRule> = A extends NonStaffAccess ? AudienceActors[A] : MemberActor

const mustEnrolFirst = (member: MemberActor, { openBeforeEnrolment }: Access<AccessRule>) =>
  member.mustEnrol && !openBeforeEnrolment

const bearerToken = (header: string | undefined) => header?.replace(/^Bearer\s+/i, '').trim() || null

const isActivity = (request: FastifyRequest) => request.headers[backgroundHeader] === undefined

const sessionTime = ({ sessionIdleMinutes }: Config, now: Date) => ({ now, idleMinutes: sessionIdleMinutes })

/**
 * Checks on `db` again that a member's session is open and the member unchanged. Other callers have no session. @throws
 * NotConfirmed
 */
export async function confirmCaller({ config, clock }: Platform, actor: Actor, db: Db): Promise<void> {
  if (actor.kind !== 'member') return
  const open = await findOpenSession(db, actor, sessionTime(config, clock()))
  if (!isDeepStrictEqual(open?.member, actor)) throw new NotConfirmed()
}

export function createIdentify(platform: Platform, tokens: Tokens): Identify {
  const { db, config } = platform

  /** Skipped while the primary is away or takes no writes: what can be read is answered meanwhile. */
  const noteActivity = async (sessionId: string, now: Date) => {
    if (platform.primary?.isAway()) return
    await recordActivity(db, sessionId, now).catch((error: unknown) => {
      if (takesNoWrites(error) || (platform.replica && isPrimaryAway(error))) return
      throw error
    })
  }

  const findMember = async (
    request: FastifyRequest,
    now: Date,
    acceptsCookie = false,
  ): Promise<MemberActor | null> => {
    const token = bearerToken(request.headers.authorization)
    const cookie = acceptsCookie ? request.cookies[sessionCookieName(config)] : undefined
    const ids = token
      ? await tokens.verify(token, 'calls', now)
      : await tokens.verify(cookie ?? '', 'files', now)
    if (!ids) return null
    holdForSession(request, ids.sessionId)
    const open = await readFrom(platform, 'whileAway', (from) =>
      onConnection(from.db, (on) => findOpenSession(on, ids, sessionTime(config, now))),
    )
    if (open?.isActivityDue && isActivity(request)) await noteActivity(ids.sessionId, now)
    return open?.member ?? null
  }

  const requirePermission = async (request: FastifyRequest, access: Access<Permission>, now: Date) => {
    const member = await findMember(request, now, access.cookie)
    if (!member) return refuse('unauthenticated', sessionExpired)
    if (mustEnrolFirst(member, access))
      return refuse('forbidden', 'Please set up a second factor first.', {
        code: enrolmentRequired,
        event: null,
      })
    if (!can(member.role, access.allow)) throw new RoleRefusal(member)
    return member
  }

  const requireIntakeKey = async (request: FastifyRequest, now: Date) => {
    const key = bearerToken(request.headers.authorization)
    const isConfiguredKey =
      key !== null && config.intakeKey !== undefined && secretHash(key).equals(secretHash(config.intakeKey))
    const known = isConfiguredKey
      ? { name: 'INTAKE_KEY', domains: null }
      : key && (await findIntakeKey(db, secretHash(key), now))
    return known
      ? { kind: 'intake' as const, ...known }
      : refuse('forbidden', 'The intake key is not valid.', { event: 'intake key refused' })
  }

  /** A member who has to enrol first counts as signed out on the visitor's pages. */
  const identifyVisitor = async (request: FastifyRequest, { cookie }: Access<'visitor'>, now: Date) => {
    const member = await findMember(request, now, cookie)
    return { kind: 'visitor' as const, cookies: request.cookies, member: member?.mustEnrol ? null : member }
  }

  async function identify<A extends AccessRule>(
    request: FastifyRequest,
    access: Access<A>,
    now: Date,
  ): Promise<ActorOf<A>>
  async function identify(
    request: FastifyRequest,
    { allow, ...rest }: Access<AccessRule>,
    now: Date,
  ): Promise<Actor> {
    switch (allow) {
      case 'anyone':
        return { kind: 'anyone' }
      case 'visitor':
        return identifyVisitor(request, { ...rest, allow }, now)
      case 'intakeKey':
        return requireIntakeKey(request, now)
      default:
        return requirePermission(request, { ...rest, allow }, now)
    }
  }
  return identify
}
