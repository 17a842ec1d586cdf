import { actorNames } from '#contract/rules/actor-names.ts'
import type { QueryCreator } from 'kysely'
import type { AuditAction } from '#contract/rules/audit-actions.ts'
import type { Role } from '#contract/rules/roles.ts'
import { inTransaction, type Db, type Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { Actor, Call, MemberActor, Platform } from '#server/platform/work.ts'
import { insertAudit, withAuditRow } from './audit.queries.ts'
import { macOf, type AuditEntry } from './entry-mac.ts'

/** Who did it, as the entry says for good. */
interface Who {
  memberId: number | null
  name: string
  role: Role | null
  sessionId: string | null
  /** Of members and of whoever tries to be one; a customer's is not kept here. */
  from: { ip: string; userAgent: string } | null
}

/** Who did it, and when. */
export interface AuditContext {
  tx: Tx
  now: Date
  auditKey: Platform['auditKey']
  who: Who
}

/** What was done: on which order, and what else there is to say. No secret, and no customer's data. */
export interface AuditSubject {
  order?: number
  [detail: string]: unknown
}

const somebody = (name: string): Who => ({ memberId: null, name, role: null, sessionId: null, from: null })

type Caller = Pick<Call<Actor>, 'actor' | 'ip' | 'userAgent'>

const memberWho = ({ id, name, role, sessionId }: MemberActor, { ip, userAgent }: Caller): Who => ({
  memberId: id,
  name,
  role,
  sessionId,
  from: { ip, userAgent },
})

function whoOf(call: Caller): Who {
  const { actor } = call
  switch (actor.kind) {
    case 'member':
      return memberWho(actor, call)
    case 'visitor':
      return actor.member ? memberWho(actor.member, call) : somebody(actorNames.customer)
    case 'anyone':
      return { ...somebody(actorNames.unknown), from: { ip: call.ip, userAgent: call.userAgent } }
    default:
      return somebody(actor.name)
  }
}

type Recorded = Pick<AuditContext, 'tx' | 'now' | 'auditKey'>

/** The context of a call: whoever makes it. */
export const auditContext = (work: Recorded & Caller): AuditContext => ({
  tx: work.tx,
  now: work.now,
  auditKey: work.auditKey,
  who: whoOf(work),
})

/** A member who is not signed in yet, or not by this call. */
export const memberAuditContext = (
  work: Recorded & Caller,
  member: { id: number; name: string; role?: Role; sessionId?: string },
): AuditContext => ({
  ...auditContext(work),
  who: {
    memberId: member.id,
    name: member.name,
    role: member.role ?? null,
    sessionId: member.sessionId ?? null,
    from: { ip: work.ip, userAgent: work.userAgent },
  },
})

/** A customer who has just proved to be one. */
export const customerAuditContext = (work: Recorded): AuditContext => ({
  ...work,
  who: somebody(actorNames.customer),
})

/** Whoever has the machine's command line. */
export const commandLineAuditContext = ({ auditKey }: Platform, tx: Tx, now: Date): AuditContext => ({
  tx,
  now,
  auditKey,
  who: somebody(actorNames.commandLine),
})

/** PostgreSQL keeps no NUL, and a header has no end. */
const maxUserAgentLength = 300

function auditRow(
  { now, auditKey, who }: Omit<AuditContext, 'tx'>,
  action: AuditAction,
  { order, ...details }: AuditSubject,
): AuditEntry & { mac: Buffer } {
  const entry: AuditEntry = {
    at: now,
    member_id: who.memberId,
    actor: who.name,
    role: who.role,
    action,
    order_id: order ?? null,
    session_id: who.sessionId,
    ip: who.from?.ip ?? null,
    user_agent: who.from?.userAgent.slice(0, maxUserAgentLength) ?? null,
    // As it will be read: without what is undefined, and with dates as text.
    details: JSON.parse(JSON.stringify(details)) as object,
  }
  return { ...entry, mac: macOf(auditKey, entry) }
}

/** Records, in the caller's transaction, what was done outside of an order's own history. */
export const recordAudit = (context: AuditContext, action: AuditAction, subject: AuditSubject = {}) =>
  insertAudit(context.tx, auditRow(context, action, subject))

/** The export of a call, before its first byte. */
export const recordExport = (call: Call, subject: AuditSubject) =>
  inTransaction(call.db, (tx) => recordAudit(auditContext({ ...call, tx }), 'exported', subject))

/** For a read of an order: what is selected with this is recorded by the same statement, if there is such an order. */
export const withAuditEntry = (
  db: Db,
  call: Omit<Recorded, 'tx'> & Caller,
  action: AuditAction,
  subject: AuditSubject & { order: number },
): QueryCreator<Tables> =>
  withAuditRow(db, auditRow({ now: call.now, auditKey: call.auditKey, who: whoOf(call) }, action, subject))
