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

/** The services of every feature. `clock` is the only source of the current time. */
export interface Platform {
  config: Config
  db: Db
  /** A few separate connections for long lists and exports (`startLongRead`). */
  longReads: Db
  /** Answers reports and exports, and some calls while the primary is away (`readFrom`). */
  replica: Replica | null
  /** Null for the embedded database, which is on this machine. */
  primary: PrimaryWatch | null
  /** `db` is the replica's and takes no writes. */
  isOnReplica: boolean
  pools: Readonly<Record<string, PoolState>>
  seal: Seal
  sessionKey: ServerKey
  auditKey: ServerKey
  files: SealedFiles
  scanner: MalwareScanner | null
  jobs: Jobs
  clock: () => Date
  log: FastifyBaseLogger
}

export interface MemberActor {
  kind: 'member'
  id: number
  name: string
  email: string
  role: Role
  sessionId: string
  tokenId: string
  /** Long ago for a call with a replaced token. */
  authenticatedAt: Date
  mustEnrol: boolean
}
/** A customer with cookies of opened orders, or a member on the visitor's pages. */
export interface VisitorActor {
  kind: 'visitor'
  cookies: Readonly<Record<string, string | undefined>>
  member: MemberActor | null
}
export interface IntakeActor {
  kind: 'intake'
  name: string
  /** Domains of the sites whose orders it may send; null for all. */
  domains: readonly string[] | null
}
export interface AnyoneActor {
  kind: 'anyone'
}
/** The sender of an inbound mail, or the provider that reports about a mail. */
export interface MailActor {
  kind: 'mail'
  name: string
}
export interface CustomerActor {
  kind: 'customer'
  name: string
}
/** A job, a command, or a payment gateway that tells of a payment. */
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

export interface Call<A extends Actor = MemberActor> extends Platform {
  actor: A
  now: Date
  ip: string
  userAgent: string
  /**
   * Ends the call where the caller's session has ended or the member changed since it began. To be called after waiting
   * for a lock.
   */
  confirm?: (db: Db) => Promise<void>
}

export interface Work<A extends Actor = MemberActor> extends Call<A> {
  tx: Tx
}

/** A call without a request, such as one of the command line. */
export const backgroundCall = <A extends Actor>(platform: Platform, actor: A): Call<A> => ({
  ...platform,
  actor,
  now: platform.clock(),
  ip: '',
  userAgent: '',
})
