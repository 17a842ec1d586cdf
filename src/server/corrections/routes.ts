import * as contract from '#contract/corrections.ts'
import { loadPreflight } from '#server/preflight/preflight.ts'
import type { Http } from '#server/platform/http/http.ts'
import { correctOrder } from './correct-order.ts'

/** A corrected address takes over the mails that wait (product §7). */
const readdressedNotice = (count: number) =>
  count === 0
    ? ''
    : ` ${count === 1 ? '1 mail that waits goes' : `${count} mails that wait go`} to the new address.`

export function correctionRoutes(http: Http) {
  http.write(contract.correctOrder, async (work, { body }) => {
    const { changed, readdressed } = await correctOrder(work, body)
    return {
      message: `Order has been corrected successfully.${readdressedNotice(readdressed)}`,
      data: { changed, preflight: await loadPreflight(work, body.orderId) },
    }
  })
}
