import * as contract from '#contract/views.ts'
import type { Http } from '#server/platform/http/http.ts'
import { changeView, listViews, pinView, saveView } from './views.ts'

export function viewRoutes(http: Http) {
  http.readOnce(contract.listViews, async (call) => ({ data: await listViews(call) }))

  http.write(contract.saveView, async (work, { body }) => ({
    message: `View ${body.name.trim()} is saved.`,
    data: { id: await saveView(work, body) },
  }))

  http.write(contract.changeView, async (work, { params, body }) => {
    const name = await changeView(work, params.id, body)
    return { message: `View ${name} is ${body.isDeleted ? 'deleted' : 'saved'}.` }
  })

  http.write(contract.pinView, async (work, { params, body }) => {
    const name = await pinView(work, params.id, body.isPinned)
    return { message: `View ${name} is ${body.isPinned ? 'in' : 'out of'} your sidebar.` }
  })
}
