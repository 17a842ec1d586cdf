import type { FastifyRequest } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { backgroundHeader, type AccessRule, type Endpoint, type NonStaffAccess } from '#contract/endpoint.ts'
import { enrolmentRequired } from '#contract/factor-proof.ts'
import { can, type Permission } from '#contract/rules/roles.ts'
import type { Config } from '#server/config.ts'
import { isDatabaseAway, type Db } from '../db/database.ts'
import { readFrom } from '../db/replica.ts'
import { hostCookieName } from '../http/cookies.ts'
import { holdForSession } from '../http/holdings.ts'
import { refuse, RefusalError } from '../refusal.ts'
import type { Actor, AnyoneActor, IntakeActor, MemberActor, Platform, VisitorActor } from '../work.ts'
import { findIntakeKey, findOpenSession, recordActivity } from './sessions.ts'
import { secretHash, type Tokens } from './tokens.ts'

export const sessionCookieName = (config: Pick<Config, 'isHttps'>): string =>
  hostCookieName(config, 'pabean_session')

/** 403 for a member whose role does not allow the call. */
export class RoleRefusal extends RefusalError {
  constructor(readonly member: MemberActor) {
    super('forbidden', 'You are not allowed to do this.')
  }
}

/** The caller's session has ended, or they have changed, since their call began. */
export class NotConfirmed extends Error {}

export const sessionExpired = 'Session expired. Sign in again.'

/** Who may call, whether the session cookie is enough (a GET), and whether a member who has to enrol first may. */
type Access<A extends AccessRule> = { allow: A } & Pick<Endpoint, 'cookie' | 'openBeforeEnrolment'>

/** Identifies the caller as `access` demands. */
export type Identify = <A extends AccessRule>(
  request: FastifyRequest,
  access: Access<A>,
  now: Date,
) => Promise<ActorOf<A>>

/** A member as of their last call, whose session is not looked up yet. */
export interface Presumed<A extends AccessRule> {
  actor: ActorOf<A>
  /**
   * Looks the session up on `db`, as the next statement there. False where it has ended or the member is not the same any
   * more: nothing that was done for the actor may count then.
   */
  confirm(db: Db): Promise<boolean>
  /** To be called once `confirm`'s connection is free: it takes one of its own, seldom. */
  recordActivity(): Promise<unknown>
}

/** Whom a call will turn out to be from, unless something changed since their last one; null where nobody knows. */
export type Presume = <A extends AccessRule>(
  request: FastifyRequest,
  access: Access<A>,
  now: Date,
) => Presumed<A> | null

interface AudienceActors extends Record<NonStaffAccess, Actor> {
  anyone: AnyoneActor
  visitor: VisitorActor
  intakeKey: IntakeActor
}
/** Whom a door or a permission lets in. */
export type ActorOf<A extends AccessRule> = A extends NonStaffAccess ? AudienceActors[A] : MemberActor

const isForMembers = (access: Access<AccessRule>): access is Access<Permission> =>
  !['anyone', 'visitor', 'intakeKey'].includes(access.allow)

const mustEnrolFirst = (member: MemberActor, { openBeforeEnrolment }: Access<AccessRule>) =>
  member.mustEnrol && !openBeforeEnrolment

const mayCall = (member: MemberActor, access: Access<Permission>) =>
  can(member.role, access.allow) && !mustEnrolFirst(member, access)

const bearerToken = (header: string | undefined) => header?.replace(/^Bearer\s+/i, '').trim() || null

const isActivity = (request: FastifyRequest) => request.headers[backgroundHeader] === undefined

/** Members at work: each is presumed. */
const maxPresumed = 2000

export function createIdentify(platform: Platform, tokens: Tokens): { identify: Identify; presume: Presume } {
  const { db, config } = platform
  const presumedByToken = new Map<string, MemberActor>()

  /** Remembers the member for the calls that follow; the session's row decides about each of them. */
  const remember = (tokenId: string, member: MemberActor | null) => {
    presumedByToken.delete(tokenId)
    if (member) presumedByToken.set(tokenId, member)
    const [oldest] = presumedByToken.keys()
    if (presumedByToken.size > maxPresumed && oldest !== undefined) presumedByToken.delete(oldest)
    return member
  }

  /** It is noted another time where the database is away: a replica answers the call meanwhile. */
  const noteActivity = async (sessionId: string, now: Date) => {
    if (platform.primary?.isAway()) return
    await recordActivity(db, sessionId, now).catch((error: unknown) => {
      if (!platform.replica || !isDatabaseAway(error)) throw error
    })
  }

  const sessionTime = (now: Date) => ({ now, idleMinutes: config.sessionIdleMinutes })

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
      findOpenSession(from.db, ids, sessionTime(now)),
    )
    if (open?.isActivityDue && isActivity(request)) await noteActivity(ids.sessionId, now)
    return remember(ids.tokenId, open?.member ?? null)
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

  /** A member who has to enrol first is nobody on the visitor's pages. */
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

  function presume<A extends AccessRule>(
    request: FastifyRequest,
    access: Access<A>,
    now: Date,
  ): Presumed<A> | null
  function presume(
    request: FastifyRequest,
    access: Access<AccessRule>,
    now: Date,
  ): Presumed<Permission> | null {
    const token = bearerToken(request.headers.authorization)
    const ids = token === null ? null : tokens.verified(token, 'calls', now)
    const member = ids && presumedByToken.get(ids.tokenId)
    if (!member || !isForMembers(access) || !mayCall(member, access)) return null
    let isActivityDue = false
    return {
      actor: member,
      async confirm(on) {
        const open = await findOpenSession(on, ids, sessionTime(now))
        isActivityDue = open?.isActivityDue ?? false
        return isDeepStrictEqual(remember(ids.tokenId, open?.member ?? null), member)
      },
      recordActivity: async () => {
        if (isActivityDue && isActivity(request)) await noteActivity(ids.sessionId, now)
      },
    }
  }
  return { identify, presume }
}
