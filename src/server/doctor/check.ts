import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SealedFiles } from '#server/platform/files/sealed-files.ts'
import type { Seal } from '#server/platform/seal.ts'

export type Status = 'ok' | 'warning' | 'fault'

export interface Finding {
  status: Status
  /** What is so, and what to do where it is not as it should be. */
  line: string
}

/** What is looked at. `db`, `seal` and `files` throw a `NotThere` where they cannot be had. */
export interface Installation {
  config: Config
  clock: () => Date
  /** Every row with a file rather than a sample. */
  isThorough: boolean
  /** TLS to other machines is not demanded. */
  allowsInsecureConnections: boolean
  db(): Promise<Db>
  seal(): Promise<Seal>
  files(): Promise<SealedFiles>
}

/** Something that checks need is not there: the fault of the check of that name, if there is one. */
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

/** What was found; where nothing was, that all is well. */
export const orElse = (findings: Finding[], line: string): Finding[] =>
  findings.length > 0 ? findings : [ok(line)]

/** The findings whose condition holds. */
export const findingsOf = (table: readonly (readonly [boolean, Finding])[]): Finding[] =>
  table.flatMap(([holds, finding]) => (holds ? [finding] : []))

/** A status by limits, the worse first. */
export const byLimit = (value: number, limits: { fault: number; warning: number }): Status =>
  value >= limits.fault ? 'fault' : value >= limits.warning ? 'warning' : 'ok'

export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
