import * as contract from '#contract/mail-problems.ts'
import type { Http } from '#server/platform/http/http.ts'
import { listMailProblems, settleMailProblem } from './mail-problems.ts'

export function mailProblemRoutes(http: Http) {
  http.read(contract.listMailProblems, (work, { query }) => listMailProblems(work, query))

  http.write(contract.settleMailProblem, async (work, { body }) => {
    await settleMailProblem(work, body)
    return { message: body.settled ? 'The mail needs nothing more.' : 'The mail is a problem again.' }
  })
}
