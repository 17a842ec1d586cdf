import * as contract from '#contract/questions.ts'
import type { Http } from '#server/platform/http/http.ts'
import { askCustomer, previewQuestion } from './ask-customer.ts'

export function questionRoutes(http: Http) {
  http.write(contract.askCustomer, async (work, { body }) => ({
    message: 'The customer is asked.',
    data: await askCustomer(work, body),
  }))

  http.recordedRead(contract.previewQuestion, async (work, { body }) => ({
    data: await previewQuestion(work, body),
  }))
}
