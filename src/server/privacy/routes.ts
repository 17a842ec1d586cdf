import * as contract from '#contract/privacy.ts'
import type { Http } from '#server/platform/http/http.ts'
import { confirmErasure } from './confirm-erasure.ts'
import { planErasure } from './plan-erasure.ts'
import {
  closeRequest,
  createRequest,
  listRequests,
  loadRequest,
  restrictOrders,
  tickStep,
  viewRequest,
} from './requests.ts'

export function privacyRoutes(http: Http) {
  http.read(contract.listRequests, (work) => listRequests(work))
  http.recordedRead(contract.getRequest, async (work, { params }) => ({
    data: await viewRequest(work, params.id),
  }))
  http.write(contract.createRequest, async (work, { body }) => ({
    message: 'The request is recorded.',
    data: await createRequest(work, body),
  }))
  http.write(contract.tickStep, async (work, { params, body }) => {
    await tickStep(work, params.id, body)
    return { message: 'The step is saved.', data: await loadRequest(work, params.id) }
  })
  http.write(contract.restrictOrders, async (work, { params, body: { restricted } }) => {
    await restrictOrders(work, params.id, restricted)
    return {
      message: restricted ? 'The orders are restricted to Admins.' : 'The restriction is lifted.',
      data: await loadRequest(work, params.id),
    }
  })
  http.read(contract.planErasure, async (work, { params }) => ({ data: await planErasure(work, params.id) }))
  http.write(contract.eraseOrders, async (work, { params, body }) => {
    await confirmErasure(work, params.id, body.plan)
    return { message: 'The erasure has begun.', data: await loadRequest(work, params.id) }
  })
  http.write(contract.closeRequest, async (work, { params, body }) => {
    await closeRequest(work, params.id, body)
    return { message: 'The request is closed.', data: await loadRequest(work, params.id) }
  })
}
