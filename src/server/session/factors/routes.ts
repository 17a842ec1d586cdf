import * as contract from '#contract/second-factor.ts'
import type { Http } from '#server/platform/http/http.ts'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  readFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from './enrol.ts'
import { offerFactors } from './prove-factor.ts'
import { readFactorRoles, resetFactors, setFactorRoles } from './required-factors.ts'

export function secondFactorRoutes(http: Http) {
  http.read(contract.readFactors, async (work) => ({ data: await readFactors(work) }))
  http.write(contract.offerFactors, async (work) => ({ data: await offerFactors(work, work.actor.id) }))

  http.write(contract.beginTotp, async (work) => ({ data: await beginTotp(work) }))
  http.write(contract.confirmTotp, async (work, { body }) => ({
    message: 'The authenticator app is set up.',
    data: { recoveryCodes: await confirmTotp(work, body.code) },
  }))
  http.write(contract.removeTotp, async (work) => {
    await removeTotp(work)
    return { message: 'The authenticator app is removed.' }
  })

  http.write(contract.beginPasskey, async (work) => ({ data: { ...(await beginPasskey(work)) } }))
  http.write(contract.addPasskey, async (work, { body }) => ({
    message: 'The passkey is added.',
    data: { recoveryCodes: await addPasskey(work, body) },
  }))
  http.write(contract.removePasskey, async (work, { params }) => {
    await removePasskey(work, params.id)
    return { message: 'The passkey is removed.' }
  })
  http.write(contract.renewRecoveryCodes, async (work) => ({
    data: { recoveryCodes: await renewRecoveryCodes(work) },
  }))

  http.read(contract.readFactorRoles, async (work) => ({ data: { roles: await readFactorRoles(work) } }))
  http.write(contract.setFactorRoles, async (work, { body }) => ({
    message: 'Saved.',
    data: { roles: await setFactorRoles(work, body.roles) },
  }))
  http.write(contract.resetFactors, async (work, { params }) => {
    await resetFactors(work, params.memberId)
    return { message: 'The second factor is removed, and every session has ended.' }
  })
}
