import * as contract from '#contract/audit.ts'
import type { Http } from '#server/platform/http/http.ts'
import { sendTable } from '#server/platform/http/send-table.ts'
import type { Platform } from '#server/platform/work.ts'
import { estDate } from '#contract/rules/dates.ts'
import { exportAudit, exportColumns, listAudit, readAuditEntry } from './list.ts'
import { createVerifier } from './verifier.ts'

/** For how long a caller waits for a verification that is about to end. */
const waitMs = 1000

export function auditRoutes(http: Http, platform: Platform) {
  const verifier = createVerifier(platform)

  http.read(contract.listAuditEvents, (work, { query }) => listAudit(work, query))
  http.read(contract.readAuditEvent, async (work, { params }) => ({
    data: await readAuditEntry(work, params.id),
  }))
  http.bytes(contract.exportAudit, async (call, { query, reply }) =>
    sendTable(reply, {
      name: `audit-${estDate(call.now)}`,
      format: query.format,
      columns: exportColumns,
      ...(await exportAudit(call, query)),
    }),
  )
  const settle = () =>
    Promise.race([verifier.idle(), new Promise((resolve) => setTimeout(resolve, waitMs).unref())])

  http.handle(contract.readAuditChain, async () => {
    const { faultCount } = await verifier.state()
    // What was added since is soon verified; a chain that does not verify is verified when somebody asks for it.
    if (faultCount === 0) await verifier.begin({ fromStart: false })
    await settle()
    return { data: await verifier.state() }
  })
  http.handle(contract.verifyAudit, async (_call, { body }) => {
    await verifier.begin({ fromStart: body.fromStart ?? false })
    await settle()
    const data = await verifier.state()
    return { message: data.isRunning ? 'The chain is being verified.' : 'The chain has been verified.', data }
  })
}
