import * as contract from '#contract/intake-keys.ts'
import { auditContext } from '#server/audit/audit.ts'
import type { Http } from '#server/platform/http/http.ts'
import { createIntakeKey, revokeIntakeKeyById, listIntakeKeysForWire } from './intake-keys.ts'

export function intakeKeyRoutes(http: Http) {
  http.read(contract.listIntakeKeys, async ({ tx }) => ({ data: await listIntakeKeysForWire(tx) }))

  http.write(contract.createIntakeKey, async (work, { body: { name, domains } }) => ({
    message: `Intake key ${name} is made.`,
    data: { name, key: await createIntakeKey(auditContext(work), { name, domains }) },
  }))

  http.write(contract.revokeIntakeKey, async (work, { params }) => ({
    message: `Intake key ${await revokeIntakeKeyById(work, params.id)} is revoked.`,
  }))
}
