import * as contract from '#contract/templates.ts'
import type { Http } from '#server/platform/http/http.ts'
import { deleteTemplate, listTemplates, saveTemplate } from './templates.ts'

export function templateRoutes(http: Http) {
  http.readOnce(contract.listTemplates, async (call) => ({ data: await listTemplates(call) }))

  http.write(contract.saveTemplate, async (work, { body }) => ({
    message: `Template ${body.name} is saved.`,
    data: await saveTemplate(work, body),
  }))

  http.write(contract.deleteTemplate, async (work, { params, body: { isDeleted } }) => {
    const name = await deleteTemplate(work, params.id, isDeleted)
    return { message: `Template ${name} is ${isDeleted ? 'deleted' : 'back'}.` }
  })
}
