import { hash } from '@node-rs/argon2'
import type { Client } from 'pg'
import { roles, type Role } from '#contract/rules/roles.ts'

export const memberPassword = 'correct horse'

export const members = {
  Admin: { name: 'Ayu Lestari', email: 'ayu@pabean.example' },
  Manager: { name: 'Dewi Kartika', email: 'dewi@pabean.example' },
  Team: { name: 'Rizky Pratama', email: 'rizky@pabean.example' },
  Telecaller: { name: 'Putri Wulandari', email: 'putri@pabean.example' },
  'Night Staff': { name: 'Bagus Saputra', email: 'bagus@pabean.example' },
} as const satisfies Record<Role, { name: string; email: string }>

export async function addMembers(client: Client): Promise<void> {
  const passwordHash = await hash(memberPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  for (const role of roles)
    await client.query(
      'insert into members (name, email, password_hash, role, created_at) values ($1, $2, $3, $4, now())',
      [members[role].name, members[role].email, passwordHash, role],
    )
}
