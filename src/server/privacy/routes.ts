import * as contract from '#contract/privacy.ts'
import * as listContract from '#contract/privacy-list.ts'
import { estDate } from '#contract/rules/dates.ts'
import { contentDisposition } from '#server/platform/http/disposition.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import type { Call } from '#server/platform/work.ts'
import type { Http } from '#server/platform/http/http.ts'
import { drawAccessFile } from './access-file-pdf.ts'
import { makeAccessFile } from './access-file.ts'
import { sendAccessLink } from './send-access-link.ts'
import { confirmErasure } from './confirm-erasure.ts'
import { planErasure } from './plan-erasure.ts'
import { planRetention, setRetention } from './retention.ts'
import {
  closeRequest,
  createRequest,
  listRequests,
  loadRequest,
  restrictOrders,
  tickStep,
  viewRequest,
} from './requests.ts'

const fileDate = ({ now }: Call) => estDate(now)

export function privacyRoutes(http: Http, templates: MailTemplates) {
  http.read(listContract.listRequests, (work) => listRequests(work))
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

  http.write(contract.sendAccessLink, async (work, { params }) => {
    await sendAccessLink(work, params.id)
    return { message: 'The link is on its way.', data: await loadRequest(work, params.id) }
  })

  http.bytes(contract.accessFilePdf, async (call, { params, reply }) => {
    const bytes = await drawAccessFile(await makeAccessFile(call, templates, params.id, 'PDF'))
    return reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', contentDisposition('attachment', `access-file-${fileDate(call)}.pdf`))
      .send(bytes)
  })
  http.bytes(contract.accessFileJson, async (call, { params, reply }) => {
    const file = await makeAccessFile(call, templates, params.id, 'JSON')
    return reply
      .type('application/json')
      .header('cache-control', 'no-store')
      .header('content-disposition', contentDisposition('attachment', `access-file-${fileDate(call)}.json`))
      .send(JSON.stringify(file, null, 2))
  })

  http.read(contract.readRetention, async (work) => ({ data: await planRetention(work) }))
  http.write(contract.setRetention, async (work, { body }) => {
    await setRetention(work, body)
    return {
      message: body.on ? 'Retention is on.' : 'Retention is off.',
      data: await planRetention(work),
    }
  })
}
