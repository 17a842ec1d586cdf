import type { Role } from '#contract/rules/roles.ts'
import type { Config } from '#server/config.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, PoolState, Tx } from './db/database.ts'
import type { PrimaryWatch } from './db/primary-watch.ts'
import type { Replica } from './db/replica.ts'
import type { MalwareScanner } from './files/malware-scanner.ts'
import type { SealedFiles } from './files/sealed-files.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Seal } from './seal.ts'
import type { ServerKey } from './server-keys.ts'

/** The services that every feature uses. `clock` is the only source of the current time. */
export interface Platform {
  config: Config
  db: Db
  /** Few connections of their own for long lists and exports (`startLongRead`). */
  longReads: Db
  /** Where one is set: it answers reports and exports, and some calls while the primary is away (`readFrom`). */
  replica: Replica | null
  /** Null for the embedded database, which is on this machine. */
  primary: PrimaryWatch | null
  /** `db` is the replica's: nothing can be written. */
  isOnReplica: boolean
  /** By what they are for. */
  pools: Readonly<Record<string, PoolState>>
  seal: Seal
  sessionKey: ServerKey
  auditKey: ServerKey
  files: SealedFiles
  /** Null where none is set; `scan-file.ts` asks it. */
  scanner: MalwareScanner | null
  jobs: Jobs
  clock: () => Date
  /** Within a call, the log of its request. */
  log: FastifyBaseLogger
}

export interface MemberActor {
  kind: 'member'
  id: number
  name: string
  email: string
  role: Role
  sessionId: string
  /** The token by which the call was made. */
  tokenId: string
  /** Long ago for a call by a token that another has taken the place of. */
  authenticatedAt: Date
  /** Their role asks for a second factor, and they have none. */
  mustEnrol: boolean
}
/** Somebody with cookies of orders that they opened, or a member who views the visitor's page. */
export interface VisitorActor {
  kind: 'visitor'
  cookies: Readonly<Record<string, string | undefined>>
  member: MemberActor | null
}
export interface IntakeActor {
  kind: 'intake'
  name: string
  /** Of the sites whose orders it may send; null for all. */
  domains: readonly string[] | null
}
export interface AnyoneActor {
  kind: 'anyone'
}
/** The sender of an incoming mail, or the provider that reports about a mail. */
export interface MailActor {
  kind: 'mail'
  name: string
}
/** A customer who answers what they were asked. */
export interface CustomerActor {
  kind: 'customer'
  name: string
}
/** A job of ours, by the name that an order's history shows. */
export interface JobActor {
  kind: 'job'
  name: string
}
export type Actor =
  | MemberActor
  | VisitorActor
  | IntakeActor
  | AnyoneActor
  | MailActor
  | CustomerActor
  | JobActor

/** One call, before any transaction: who, when, from where. */
export interface Call<A extends Actor = MemberActor> extends Platform {
  actor: A
  now: Date
  ip: string
  userAgent: string
  /** Ends the call where the caller's session has ended, or they have changed, since it began: asked after a wait for a lock. */
  confirm?: (db: Db) => Promise<void>
}

/** A call within its transaction: what a use case is given. */
export interface Work<A extends Actor = MemberActor> extends Call<A> {
  tx: Tx
}

/** A call that no request made, such as one of the command line. */
export const backgroundCall = <A extends Actor>(platform: Platform, actor: A): Call<A> => ({
  ...platform,
  actor,
  now: platform.clock(),
  ip: '',
  userAgent: '',
})
