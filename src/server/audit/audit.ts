import { actorNames } from '#contract/rules/actor-names.ts'
import type { QueryCreator } from 'kysely'
import type { AuditAction } from '#contract/rules/audit-actions.ts'
import type { Role } from '#contract/rules/roles.ts'
import { inTransaction, type Db, type Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { Actor, Call, Platform } from '#server/platform/work.ts'
import { insertAudit, withAuditRow } from './audit.queries.ts'
import { macOf, type AuditEntry } from './entry-mac.ts'

interface Who {
  memberId: number | null
  name: string
  role: Role | null
  sessionId: string | null
  /** Null for customers, whose address is not stored. */
  from: { ip: string; userAgent: string } | null
}

export interface AuditContext {
  tx: Tx
  now: Date
  auditKey: Platform['auditKey']
  who: Who
}

/** The details of an entry: no secrets, no customer data. */
export interface AuditSubject {
  order?: number
  [detail: string]: unknown
}

const nonMember = (name: string): Who => ({ memberId: null, name, role: null, sessionId: null, from: null })

type Caller = Pick<Call<Actor>, 'actor' | 'ip' | 'userAgent'>

interface AuditedMember {
  id: number
  name: string
  role?: Role
  sessionId?: string
}

const memberWho = (
  { id, name, role, sessionId }: AuditedMember,
  { ip, userAgent }: Pick<Caller, 'ip' | 'userAgent'>,
): Who => ({
  memberId: id,
  name,
  role: role ?? null,
  sessionId: sessionId ?? null,
  from: { ip, userAgent },
})

function whoOf(call: Caller): Who {
  const { actor } = call
  switch (actor.kind) {
    case 'member':
      return memberWho(actor, call)
    case 'visitor':
      return actor.member ? memberWho(actor.member, call) : nonMember(actorNames.customer)
    case 'anyone':
      return { ...nonMember(actorNames.unknown), from: { ip: call.ip, userAgent: call.userAgent } }
    default:
      return nonMember(actor.name)
  }
}

type Recorded = Pick<AuditContext, 'tx' | 'now' | 'auditKey'>

export const auditContext = (work: Recorded & Caller): AuditContext => ({
  tx: work.tx,
  now: work.now,
  auditKey: work.auditKey,
  who: whoOf(work),
})

/** For a member who is not signed in, or not by this call. */
export const memberAuditContext = (work: Recorded & Caller, member: AuditedMember): AuditContext => ({
  ...auditContext(work),
  who: memberWho(member, work),
})

/** For a customer who has just been identified. */
export const customerAuditContext = (work: Recorded): AuditContext => ({
  ...work,
  who: nonMember(actorNames.customer),
})

export const commandLineAuditContext = ({ auditKey }: Platform, tx: Tx, now: Date): AuditContext => ({
  tx,
  now,
  auditKey,
  who: nonMember(actorNames.commandLine),
})

/** A header may be of any length. */
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
    // Hashed as it is read back: without undefined values, dates as text.
    details: JSON.parse(JSON.stringify(details)) as object,
  }
  return { ...entry, mac: macOf(auditKey, entry) }
}

export const recordAudit = (context: AuditContext, action: AuditAction, subject: AuditSubject = {}) =>
  insertAudit(context.tx, auditRow(context, action, subject))

/** Records an export before its first byte. */
export const recordExport = (call: Call, subject: AuditSubject) =>
  inTransaction(call.db, (tx) => recordAudit(auditContext({ ...call, tx }), 'exported', subject))

/** For a read of an order: the statement built on this also records the read, if the order exists. */
export const withAuditEntry = (
  db: Db,
  call: Omit<Recorded, 'tx'> & Caller,
  action: AuditAction,
  subject: AuditSubject & { order: number },
): QueryCreator<Tables> =>
  withAuditRow(db, auditRow({ now: call.now, auditKey: call.auditKey, who: whoOf(call) }, action, subject))
