import { hash } from '@node-rs/argon2'
import { Pool } from 'pg'
import type { Role } from '#contract/rules/roles.ts'
import { factorRolesSetting } from '#server/platform/auth/sessions.ts'

/** What a run changes behind the server's back. */
export interface FuzzDatabase {
  /** Returns the member's id. */
  addMember(member: { name: string; email: string; password: string; role: Role }): Promise<number>
  /** Of the member's newest session. */
  sessionIdOf(memberId: number): Promise<string>
  /** Tries and incoming mails of the hour are counted anew: a long run has a hundred times what is allowed. */
  renewLimits(): Promise<void>
  /** No role must have a second factor, or members without one could do nothing for the rest of the run. */
  clearFactorRoles(): Promise<void>
  countIncomingMails(): Promise<number>
  end(): Promise<void>
}

export function openFuzzDatabase(url: string): FuzzDatabase {
  const pool = new Pool({ connectionString: url, max: 2 })
  const first = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows[0]
  return {
    async addMember({ name, email, password, role }) {
      const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
      const row = await first(
        `insert into members (name, email, password_hash, role, created_at) values ($1, $2, $3, $4, now())
         returning id`,
        [name, email, passwordHash, role],
      )
      return Number(row.id)
    },
    async sessionIdOf(memberId) {
      const row = await first('select id from sessions where member_id = $1 order by created_at desc', [
        memberId,
      ])
      return String(row?.id)
    },
    async renewLimits() {
      await pool.query('delete from attempts')
      await pool.query('delete from mail_quotas')
    },
    async clearFactorRoles() {
      await pool.query('delete from settings where key = $1', [factorRolesSetting])
    },
    async countIncomingMails() {
      const row = await first(`select count(*) as n from messages where direction = 'in'`)
      return Number(row.n)
    },
    end: () => pool.end(),
  }
}
