import { wireInstant } from '#contract/rules/dates.ts'
import * as contract from '#contract/second-factor.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { qrCode } from '#server/platform/pdf/qr-code.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import type { AccountNotice } from '../account.email.ts'
import { endOtherSessions } from '../sessions.ts'
import { tellAccount } from '../tell-account.ts'
import {
  confirmTotp as confirmPendingTotp,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTotp,
  insertRecoveryCodes,
  lockFactors,
  savePendingTotp,
  selectTotp,
} from './factors.queries.ts'
import { newPasskeyOptions, passkeysUnavailable, storePasskey } from './passkeys.ts'
import { deletePasskey, selectPasskeys } from './passkeys.queries.ts'
import { hasSecondFactor, offerFactors, totpPlace, totpSecret } from './prove-factor.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { matchingStep, newTotpSecret, totpUrl } from './totp.ts'

const refuseSecondTotp = () => refuse('conflict', 'An authenticator app is set up already.')

async function noteChange(
  work: Work,
  action: 'second factor added' | 'second factor removed' | 'recovery codes renewed',
  factor?: string,
) {
  await endOtherSessions(work)
  await recordAudit(auditContext(work), action, factor === undefined ? {} : { name: factor })
  const notice: AccountNotice = action
  await tellAccount(work, { ...work.actor, emails: [work.actor.email] }, notice)
}

async function replaceRecoveryCodes({ tx, actor }: Work): Promise<string[]> {
  const codes = newRecoveryCodes()
  await deleteRecoveryCodes(tx, actor.id)
  await insertRecoveryCodes(tx, actor.id, codes.map(recoveryCodeHash))
  return codes
}

/** The first factor creates recovery codes; a further one keeps the existing ones. */
const ensureRecoveryCodes = async (work: Work): Promise<string[]> =>
  (await countRecoveryCodes(work.tx, work.actor.id)) > 0 ? [] : replaceRecoveryCodes(work)

/** Recovery codes replace a factor, so they are deleted with the last one. */
async function afterRemoval(work: Work, factor: string) {
  if (!(await hasSecondFactor(work.tx, work.actor.id))) await deleteRecoveryCodes(work.tx, work.actor.id)
  await noteChange(work, 'second factor removed', factor)
}

export const enrolCalls = implement(contract, {
  offerFactors: write(async (work) => ({ data: await offerFactors(work, work.actor.id) })),
  readFactors: read(async ({ tx, actor, config }) => {
    const totp = await selectTotp(tx, actor.id)
    const passkeys = await selectPasskeys(tx, actor.id)
    const data = {
      totp: totp?.confirmed_at ? wireInstant(totp.confirmed_at) : null,
      passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at: wireInstant(created_at),
        last_used_at: last_used_at && wireInstant(last_used_at),
      })),
      recovery_codes_left: await countRecoveryCodes(tx, actor.id),
      passkeys_unavailable: passkeysUnavailable(config),
    }
    return { data }
  }),
  /** A new secret, which replaces an unconfirmed one. */
  beginTotp: write(async ({ tx, actor, now, seal, config }) => {
    const secret = newTotpSecret()
    const sealed = seal.seal(totpPlace, actor.id, { secret })
    if (!(await savePendingTotp(tx, actor.id, sealed, now))) return refuseSecondTotp()
    const url = totpUrl(secret, config.shortTitle, actor.email)
    return { data: { secret, url, qr: await qrCode(url) } }
  }),
  /** Recovery codes are created if there are none. */
  confirmTotp: write(async (work, { body: { code } }) => {
    const { tx, actor, now, seal } = work
    await lockFactors(tx, actor.id)
    const totp = await selectTotp(tx, actor.id)
    if (!totp) return refuse('conflict', 'Begin with a new secret.')
    if (totp.confirmed_at) return refuseSecondTotp()
    const { secret } = seal.open(totpSecret, totpPlace, actor.id, totp.sealed)
    const step = matchingStep(secret, code.replaceAll(/\s/g, ''), now)
    if (step === null) {
      const message = 'This code is not valid.'
      return refuse('invalid', message, { errors: { code: message } })
    }
    await confirmPendingTotp(tx, actor.id, step, now)
    await noteChange(work, 'second factor added', 'authenticator app')
    return {
      message: 'The authenticator app is set up.',
      data: { recoveryCodes: await ensureRecoveryCodes(work) },
    }
  }),
  removeTotp: write(async (work) => {
    await lockFactors(work.tx, work.actor.id)
    if (!(await deleteTotp(work.tx, work.actor.id)))
      refuse('notFound', 'There is no authenticator app to remove.')
    await afterRemoval(work, 'authenticator app')
    return { message: 'The authenticator app is removed.' }
  }),
  beginPasskey: write(async (work) => {
    const options = await newPasskeyOptions(work, work.actor)
    if (!options) return refuse('conflict', passkeysUnavailable(work.config) ?? '')
    return { data: { ...options } }
  }),
  addPasskey: write(async (work, { body: { name, credential } }) => {
    await lockFactors(work.tx, work.actor.id)
    if (!(await storePasskey(work, work.actor.id, name, credential)))
      return refuse('invalid', 'This passkey was not accepted. Try again.')
    await noteChange(work, 'second factor added', `passkey ${name}`)
    return { message: 'The passkey is added.', data: { recoveryCodes: await ensureRecoveryCodes(work) } }
  }),
  removePasskey: write(async (work, { params: { id } }) => {
    await lockFactors(work.tx, work.actor.id)
    const removed = await deletePasskey(work.tx, work.actor.id, id)
    if (!removed) return refuse('notFound', 'There is no such passkey.')
    await afterRemoval(work, `passkey ${removed.name}`)
    return { message: 'The passkey is removed.' }
  }),
  renewRecoveryCodes: write(async (work) => {
    await lockFactors(work.tx, work.actor.id)
    if (!(await hasSecondFactor(work.tx, work.actor.id)))
      return refuse('conflict', 'Set up a second factor first.')
    const recoveryCodes = await replaceRecoveryCodes(work)
    await noteChange(work, 'recovery codes renewed')
    return { data: { recoveryCodes } }
  }),
})
