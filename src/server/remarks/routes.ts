import * as contract from '#contract/remarks.ts'
import type { Http } from '#server/platform/http/http.ts'
import { addRemark } from './remarks.ts'

export function remarkRoutes(http: Http) {
  http.write(contract.addRemark, async (work, { body }) => {
    const undo = await addRemark(work, body)
    return { message: 'Remark has been added successfully.', data: { undo } }
  })
}
