import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import { errorCode } from '#server/platform/error-code.ts'
import type { SealedFiles } from '#server/platform/files/sealed-files.ts'
import type { Seal } from '#server/platform/seal.ts'

export type Status = 'ok' | 'warning' | 'fault'

export interface Finding {
  status: Status
  /** The state, and what to do about it. */
  line: string
}

/**
 * `connection`, `db`, `seal` and `files` reject with a `NotThere` if they cannot be opened; `db` also while the database
 * has no tables.
 */
export interface Installation {
  config: Config
  clock: () => Date
  /** Checks every row with a file rather than a sample. */
  isThorough: boolean
  /** Does not require TLS to other machines. */
  allowsInsecureConnections: boolean
  connection(): Promise<Db>
  db(): Promise<Db>
  seal(): Promise<Seal>
  files(): Promise<SealedFiles>
}

/** A resource is missing: a fault of the check named `what`; other checks are skipped with a warning. */
export class NotThere extends Error {
  readonly what: string
  constructor(what: string, reason: string) {
    super(reason)
    this.what = what
  }
}

export interface Check {
  name: string
  run(installation: Installation): Promise<Finding[]> | Finding[]
}

export const ok = (line: string): Finding => ({ status: 'ok', line })
export const warning = (line: string): Finding => ({ status: 'warning', line })
export const fault = (line: string): Finding => ({ status: 'fault', line })

/** The findings, or `line` as ok if there are none. */
export const orElse = (findings: Finding[], line: string): Finding[] =>
  findings.length > 0 ? findings : [ok(line)]

export const findingsOf = (table: readonly (readonly [boolean, Finding])[]): Finding[] =>
  table.flatMap(([holds, finding]) => (holds ? [finding] : []))

/** The status of a value against its limits, worst first. */
export const byLimit = (value: number, limits: { fault: number; warning: number }): Status =>
  value >= limits.fault ? 'fault' : value >= limits.warning ? 'warning' : 'ok'

export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  const code = errorCode(cause)
  // A SQLSTATE says nothing without PostgreSQL's words.
  return code === undefined || /^[\dA-Z]{5}$/.test(code) ? cause.message : code
}
