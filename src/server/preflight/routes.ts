import * as contract from '#contract/preflight.ts'
import type { Http } from '#server/platform/http/http.ts'
import { settleFinding } from './settle-finding.ts'

export function preflightRoutes(http: Http) {
  http.write(contract.settleFinding, async (work, { body }) => {
    await settleFinding(work, body)
    return { message: body.settled ? 'It is right as it is.' : 'It is to be checked again.' }
  })
}
