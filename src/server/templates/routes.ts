import * as contract from '#contract/templates.ts'
import type { Http } from '#server/platform/http/http.ts'
import { addTemplate, changeTemplate, deleteTemplate, listTemplates } from './templates.ts'

export function templateRoutes(http: Http) {
  http.readOnce(contract.listTemplates, async (call) => ({ data: await listTemplates(call) }))

  http.write(contract.addTemplate, async (work, { body }) => ({
    message: `Template ${body.name} is saved.`,
    data: { id: await addTemplate(work, body) },
  }))

  http.write(contract.changeTemplate, async (work, { params, body }) => {
    await changeTemplate(work, params.id, body)
    return { message: `Template ${body.template.name} is saved.` }
  })

  http.write(contract.deleteTemplate, async (work, { params, body: { isDeleted } }) => {
    const name = await deleteTemplate(work, params.id, isDeleted)
    return { message: `Template ${name} is ${isDeleted ? 'deleted' : 'back'}.` }
  })
}
