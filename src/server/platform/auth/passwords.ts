import { hash, verify } from '@node-rs/argon2'

// OWASP's argon2id profile; the library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoyHash: Promise<string> | undefined

/** Takes as long for an unknown account (`stored` null) as for a wrong password. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('an account that does not exist')
  const matches = await verify(stored ?? (await decoyHash), password)
  return matches && stored !== null
}
