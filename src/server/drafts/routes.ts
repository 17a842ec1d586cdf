import * as contract from '#contract/drafts.ts'
import type { Http } from '#server/platform/http/http.ts'
import { keepDraft } from './drafts.ts'

export function draftRoutes(http: Http) {
  http.write(contract.keepDraft, async (work, { body }) => ({ data: await keepDraft(work, body) }))
}
