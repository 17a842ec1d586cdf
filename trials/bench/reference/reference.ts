import type pg from 'pg'
import type { SealedFiles } from '#server/platform/files/sealed-files.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { ServerKey } from '#server/platform/server-keys.ts'

export interface Reference {
  pool: pg.Pool
  seal: Seal
  auditKey: ServerKey
  files: SealedFiles
}

export interface ReferenceCall {
  /** The session's id; the product's token is verified first. */
  token: string
  rest: string
  query: URLSearchParams
  body: Buffer
  contentType: string
  cookie: string
}

/** The member of an open session as a `with`; `$1` is the session's id. */
export const withSession = `session as (
  select m.id, m.name, m.role from sessions s join members m on m.id = s.member_id
  where s.id = $1::uuid and s.revoked_at is null and s.expires_at > now()
    and (s.remembered or s.last_seen_at > now() - interval '12 hours') and m.removed_at is null
)`
