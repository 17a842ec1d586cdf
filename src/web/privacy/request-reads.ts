import { listRequests } from '#contract/privacy-list.ts'
import { getRequest, planErasure } from '#contract/privacy.ts'

export const requestReads = [getRequest, listRequests, planErasure]
