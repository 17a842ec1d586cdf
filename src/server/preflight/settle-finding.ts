import * as contract from '#contract/preflight.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import { refuse } from '#server/platform/refusal.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { loadPreflight } from './preflight.ts'

export const preflightCalls = implement(contract, {
  /** A repeat changes nothing. 409 if the order no longer has the finding, for example after a correction. */
  settleFinding: write(async (work, { body: { orderId, check, settled } }) => {
    await lockOrder(work, orderId)
    const report = await loadPreflight(work, orderId)
    const finding = report?.findings.find(({ code }) => code === check)
    if (!finding) return refuse('conflict', `Order ${orderId} has nothing of this to check any more.`)
    if (finding.settled !== settled)
      await recordEvent(work, {
        orderId,
        action: settled ? 'finding settled' : 'finding opened again',
        details: { check, name: finding.title },
      })
    return { message: settled ? 'It is right as it is.' : 'It is to be checked again.' }
  }),
})
