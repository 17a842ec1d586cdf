import { hash, verify } from '@node-rs/argon2'
import { createShares } from '../shares/shares.ts'

// OWASP's argon2id profile; the library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MB and a thread: sign-ins wait for each other, and do not delay signed-in members. */
const { run: inTurn } = createShares({ total: 4, perHolder: 1, strangers: 2 })

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

let decoyHash: Promise<string> | undefined

/** Takes as long for an unknown account (`stored` null) as for a wrong password. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('an account that does not exist')
  const compared = stored ?? (await decoyHash)
  const matches = await inTurn(() => verify(compared, password))
  return matches && stored !== null
}
