import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#contract/rules/roles.ts'
import type { Db } from '../db/database.ts'
import type { MemberActor } from '../work.ts'
import type { TokenIds } from './tokens.ts'

export interface SessionTime {
  now: Date
  idleMinutes: number
}

/** A condition over rows of `sessions`. Remembered sessions end only at their date. */
export const isNotIdle = ({ now, idleMinutes }: SessionTime): RawBuilder<boolean> =>
  sql`(remembered or last_seen_at > ${new Date(now.getTime() - idleMinutes * 60_000)})`

export const factorRolesSetting = 'second factor roles'

/** Over rows of `members as m`: the role requires a second factor, and the member has none. */
export const mustEnrol = sql<boolean>`
  exists (
    select from settings
    where key = ${factorRolesSetting} and value -> 'roles' @> to_jsonb(m.role)
  )
  and not exists (select from totp_factors t where t.member_id = m.id and t.confirmed_at is not null)
  and not exists (select from passkeys p where p.member_id = m.id)`

const presentTokenId = sql<string>`coalesce(s.token_id, s.id)`

/** Over rows of `members as m`: sets the caller's role for the triggers that refuse a write to a closed order. */
const ownRole = sql<string>`set_config('pabean.role', m.role, true)`

/** Over rows of `sessions as s` with `members as m`: the session is not revoked, nor the member removed. */
const isUpheld = sql<boolean>`s.revoked_at is null and m.removed_at is null`

const selectSessionMember = (db: Db, { sessionId, tokenId }: TokenIds, time: SessionTime) => {
  const { now } = time
  return db
    .selectFrom('sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['m.id', 'm.name', 'm.email', 'm.role', 's.authenticated_at', 's.last_seen_at'])
    .select([mustEnrol.as('must_enrol'), presentTokenId.as('present_token_id'), ownRole.as('own_role')])
    .where('s.id', '=', sessionId)
    .where(({ eb, or, and }) =>
      or([
        eb(presentTokenId, '=', tokenId),
        and([eb('s.former_token_id', '=', tokenId), eb('s.former_token_until', '>', now)]),
      ]),
    )
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where(isNotIdle(time))
    .where('m.removed_at', 'is', null)
    .executeTakeFirst()
}

/** A replaced token never counts as a fresh sign-in. */
const longAgo = new Date(0)

/** `isActivityDue`: the recorded activity is more than a minute old. */
interface OpenSession {
  member: MemberActor
  isActivityDue: boolean
}

/** The open session of a token, or null. A token that was replaced seconds ago is still valid. */
export async function findOpenSession(
  db: Db,
  { sessionId, tokenId }: TokenIds,
  time: SessionTime,
): Promise<OpenSession | null> {
  const found = await selectSessionMember(db, { sessionId, tokenId }, time)
  if (!found) return null
  const member: MemberActor = {
    kind: 'member',
    id: found.id,
    name: found.name,
    email: found.email ?? '',
    role: found.role,
    sessionId,
    tokenId,
    authenticatedAt: tokenId === found.present_token_id ? found.authenticated_at : longAgo,
    mustEnrol: found.must_enrol,
  }
  return { member, isActivityDue: time.now.getTime() - found.last_seen_at.getTime() > 60_000 }
}

/**
 * The member of a session, for work after the call; null once the session is revoked or the member removed. Expiry and
 * idleness do not count.
 */
export async function findSessionMember(db: Db, sessionId: string): Promise<MemberActor | null> {
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['m.id', 'm.name', 'm.email', 'm.role'])
    .select([mustEnrol.as('must_enrol'), presentTokenId.as('present_token_id'), ownRole.as('own_role')])
    .where('s.id', '=', sessionId)
    .where(isUpheld)
    .executeTakeFirst()
  if (!found) return null
  return {
    kind: 'member',
    id: found.id,
    name: found.name,
    email: found.email ?? '',
    role: found.role,
    sessionId,
    tokenId: found.present_token_id,
    authenticatedAt: longAgo,
    mustEnrol: found.must_enrol,
  }
}

export const recordActivity = (db: Db, sessionId: string, now: Date) =>
  db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', sessionId).execute()

/** The sessions that are open, with their members' roles. Does not count as activity. */
export async function findOpenSessions(
  db: Db,
  sessionIds: readonly string[],
  time: SessionTime,
): Promise<Map<string, Role>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['s.id', 'm.role'])
    .where(sql<boolean>`s.id = any(${[...sessionIds]}::uuid[])`)
    .where(isUpheld)
    .where('s.expires_at', '>', time.now)
    .where(isNotIdle(time))
    .where(sql<boolean>`not (${mustEnrol})`)
    .execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}

export async function findIntakeKey(
  db: Db,
  keyHash: Buffer,
  now: Date,
): Promise<{ name: string; domains: string[] | null } | undefined> {
  const found = await db
    .updateTable('intake_keys')
    .set({ last_used_at: now })
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', sql<Date>`${now}::timestamptz - interval '1 minute'`),
      ]),
    )
    .returning(['name', 'domains'])
    .executeTakeFirst()
  if (found) return found
  return db
    .selectFrom('intake_keys')
    .select(['name', 'domains'])
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}
