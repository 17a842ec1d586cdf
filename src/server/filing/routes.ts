import * as contract from '#contract/form-filler.ts'
import type { Http } from '#server/platform/http/http.ts'
import { createFillToken, fetchFieldsToFill } from './fill-tokens.ts'
import { addFormOrigin, listFormOrigins, removeFormOrigin } from './form-origins.ts'

export function filingRoutes(http: Http) {
  http.read(contract.listFormOrigins, async ({ tx }) => ({ data: await listFormOrigins(tx) }))

  http.write(contract.addFormOrigin, async (work, { body: { origin } }) => ({
    message: `The form filler may fill forms of ${origin}.`,
    data: { id: await addFormOrigin(work, origin) },
  }))

  http.write(contract.removeFormOrigin, async (work, { params }) => ({
    message: `The form filler fills no forms of ${await removeFormOrigin(work, params.id)} any more.`,
  }))

  http.write(contract.createFillToken, async (work, { body }) => ({
    data: { token: await createFillToken(work, body) },
  }))

  http.write(contract.fetchFieldsToFill, async (work, { body }) => ({
    data: await fetchFieldsToFill(work, body),
  }))
}
