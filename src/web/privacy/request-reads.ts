import { listRequests } from '#contract/privacy-list.ts'
import { getRequest, planErasure } from '#contract/privacy.ts'

/** What is read again after a change of a request. */
export const requestReads = [getRequest, listRequests, planErasure]
