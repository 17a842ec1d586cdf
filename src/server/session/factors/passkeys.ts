import { isIP } from 'node:net'
import type { PasskeyProof } from '#contract/factor-proof.ts'
import type { NewPasskey } from '#contract/second-factor.ts'
import type { Config } from '#server/config.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import type { MemberActor, Work } from '#server/platform/work.ts'
import {
  claimChallenge,
  countUse,
  insertChallenge,
  insertPasskey,
  selectPasskey,
  selectPasskeys,
} from './passkeys.queries.ts'

type Context = Pick<Work, 'tx' | 'now' | 'config'>
type Purpose = 'enrol' | 'prove'

/** Loaded on first use, because it loads more slowly than any other package. */
const loadLibrary = () => import('@simplewebauthn/server')

const challengeTtlMs = 5 * 60_000

/** Browsers allow passkeys for a domain name over https, and for localhost. */
function relyingParty({ publicUrl, title }: Pick<Config, 'publicUrl' | 'title'>) {
  const { hostname, protocol, origin } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
  return isSecure && isName ? { rpID: hostname, rpName: title, origin } : null
}

export const passkeysUnavailable = (config: Config): string | null =>
  relyingParty(config)
    ? null
    : `Passkeys work over https with a name, or on localhost, not on a bare IP address. The address of this server is ${config.publicUrl}.`

async function keepChallenge({ tx, now }: Context, challenge: string, memberId: number, purpose: Purpose) {
  await insertChallenge(tx, {
    challenge_hash: secretHash(challenge),
    member_id: memberId,
    purpose,
    expires_at: new Date(now.getTime() + challengeTtlMs),
  })
}

const useUpChallenge =
  ({ tx, now }: Context, memberId: number, purpose: Purpose) =>
  (challenge: string) =>
    claimChallenge(tx, { hash: secretHash(challenge), memberId, purpose, now })

const descriptorOf = ({ id, transports }: { id: string; transports: string[] }) => ({ id, transports })

export async function newPasskeyOptions(work: Context, member: Pick<MemberActor, 'id' | 'name' | 'email'>) {
  const party = relyingParty(work.config)
  if (!party) return null
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    ...party,
    userName: member.email,
    userDisplayName: member.name,
    userID: Uint8Array.from(Buffer.from(`member ${member.id}`)),
    excludeCredentials: (await selectPasskeys(work.tx, member.id)).map(descriptorOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  await keepChallenge(work, options.challenge, member.id, 'enrol')
  return options
}

export async function passkeyProofOptions(work: Context, memberId: number) {
  const party = relyingParty(work.config)
  const passkeys = await selectPasskeys(work.tx, memberId)
  if (!party || passkeys.length === 0) return null
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: party.rpID,
    allowCredentials: passkeys.map(descriptorOf),
    userVerification: 'preferred',
  })
  await keepChallenge(work, options.challenge, memberId, 'prove')
  return options
}

/** The library throws on any invalid answer. */
const orNull = <T>(verification: Promise<T>): Promise<T | null> => verification.catch(() => null)

/** Stores a passkey; false if the answer is not to one of our challenges, or a member already has the passkey. */
export async function storePasskey(
  work: Context,
  memberId: number,
  name: string,
  credential: NewPasskey,
): Promise<boolean> {
  const party = relyingParty(work.config)
  if (!party) return false
  const { verifyRegistrationResponse } = await loadLibrary()
  const verified = await orNull(
    verifyRegistrationResponse({
      response: credential,
      expectedChallenge: useUpChallenge(work, memberId, 'enrol'),
      expectedOrigin: party.origin,
      expectedRPID: party.rpID,
      requireUserVerification: false,
    }),
  )
  if (!verified?.verified) return false
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return insertPasskey(work.tx, {
    id,
    member_id: memberId,
    name,
    public_key: Buffer.from(publicKey),
    counter,
    transports: credential.response.transports ?? [],
    created_at: work.now,
    last_used_at: null,
  })
}

/** The challenge is used up. */
export async function provePasskey(work: Context, memberId: number, proof: PasskeyProof): Promise<boolean> {
  const party = relyingParty(work.config)
  const passkey = await selectPasskey(work.tx, memberId, proof.id)
  if (!party || !passkey) return false
  const { id, public_key, counter } = passkey
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: proof,
      expectedChallenge: useUpChallenge(work, memberId, 'prove'),
      expectedOrigin: party.origin,
      expectedRPID: party.rpID,
      credential: { id, publicKey: Uint8Array.from(public_key), counter },
      requireUserVerification: false,
    }),
  )
  if (!verified?.verified) return false
  return countUse(work.tx, id, { from: counter, to: verified.authenticationInfo.newCounter }, work.now)
}
