import * as contract from '#contract/shift-desk.ts'
import type { Http } from '#server/platform/http/http.ts'
import { readShiftDesk } from './shift-desk.ts'

export function shiftDeskRoutes(http: Http) {
  http.read(contract.shiftDesk, async (work) => ({ data: await readShiftDesk(work) }))
}
