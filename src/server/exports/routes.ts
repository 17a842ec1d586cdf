import * as contract from '#contract/export-runs.ts'
import type { Http } from '#server/platform/http/http.ts'
import type { ExportRuns } from './export-runs.ts'

export function exportRoutes(http: Http, runs: ExportRuns) {
  http.handle(contract.readExport, async (call, { params }) => ({
    data: await runs.read(call, params.exportId),
  }))
  http.handle(contract.cancelExport, async (call, { params }) => {
    await runs.cancel(call, params.exportId)
    return { message: 'The export has been cancelled.' }
  })
}
