import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { listOrders } from '#contract/orders.ts'
import { startNext } from '#contract/moves.ts'
import { settleFinding } from '#contract/preflight.ts'
import { dismissProposal, listProposals, matchDocuments, sendDocuments } from '#contract/proposals.ts'
import { askCustomer } from '#contract/questions.ts'
import { asFile } from '../../test/support/document-fixtures.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import type { Journey } from './journeys.ts'
import type { OfficialSite } from './official-site.ts'

/** Seconds of a member's time for each act, as `npm run trial -- desk` counts them. */
const seconds = { start: 2.4, file: 16, ask: 12, settle: 4, decide: 8, fetch: 25 }

/** Why an order needed a hand besides being filed. */
export const reasons = ['asked', 'settled', 'decided', 'fetched'] as const
export type Reason = (typeof reasons)[number]

export interface Desk {
  app: TestApp
  site: OfficialSite
  journeys: ReadonlyMap<number, Journey>
  hands: Map<number, Set<Reason>>
  /** When each form was filed, ms. */
  filedAt: Map<number, number>
  /** The order of a file that a member has before their eyes. */
  seenOwner: (proposalId: number) => Promise<number | undefined>
  hasDocument: (orderId: number) => Promise<boolean>
}

/** A document that has not come after so many minutes is fetched. */
const patienceMs = 60 * 60_000

function useHand({ hands }: Desk, orderId: number, reason: Reason): void {
  hands.set(orderId, (hands.get(orderId) ?? new Set()).add(reason))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A member at the desk, who works until their seconds are used up. */
export function createMember(desk: Desk, token: () => Promise<string>) {
  const { app, site, journeys, filedAt } = desk
  const signedIn = async () => ({ token: await token() })

  const order = async (orderId: number): Promise<OrderDetails> =>
    (await app.call(getOrder, { params: { orderId } }, await signedIn())).body.orderDetails

  /** Asks for what the customer has written wrongly, says of the rest that it is right; null: it can be filed. */
  async function check(orderId: number, details: OrderDetails): Promise<number | null> {
    const mistakes = Object.keys(journeys.get(orderId)?.mistakes ?? {})
    const open = (details.preflight?.findings ?? []).filter(({ settled }) => !settled)
    const fields = mistakes.filter((field) => open.some((finding) => finding.fields.includes(field)))
    if (fields.length > 0) {
      const asked = await app.call(askCustomer, { body: { orderId, fields, text: '' } }, await signedIn())
      if (asked.http !== 200) throw new Error(`order ${orderId} could not be asked: ${asked.body.message}`)
      useHand(desk, orderId, 'asked')
      return seconds.ask
    }
    let used = 0
    for (const { code } of open) {
      await app.call(settleFinding, { body: { orderId, check: code, settled: true } }, await signedIn())
      useHand(desk, orderId, 'settled')
      used += seconds.settle
    }
    return used === 0 ? null : used
  }

  /** The form as the filing sheet gives it: what the order says. */
  function file(orderId: number, details: OrderDetails, now: number): void {
    site.file(
      orderId,
      {
        name: textOf(details.arrival_full_name),
        passport: textOf(details.arrival_passport_number),
        birthDate: textOf(details.arrival_dob),
        travelDate: textOf(details.arrival_doa),
        flight: textOf(details.arrival_flight_number),
      },
      now,
    )
    filedAt.set(orderId, now)
  }

  /** Works one order that is on the member's desk; the seconds that it took. */
  async function work(orderId: number, now: number): Promise<number> {
    const details = await order(orderId)
    const used = await check(orderId, details)
    const after = await order(orderId)
    if (after.process_status !== 'New') return used ?? 0
    file(orderId, after, now)
    return (used ?? 0) + seconds.file
  }

  /** Takes what is answered again, else the most urgent order; null where nothing waits. */
  async function take(): Promise<number | null> {
    const mine = await app.call(
      listOrders,
      { params: { orderName: 'myOrder' }, query: { page: 1, limit: 100, sort: 'due_at', order: 'asc' } },
      await signedIn(),
    )
    const back = mine.body.data.find(({ order_id: id }) => !filedAt.has(id))
    if (back) return back.order_id
    const { http, body } = await app.call(startNext, { body: {} }, await signedIn())
    return http === 200 ? body.data.order_id : null
  }

  /** Decides what is proposed without being certain; the seconds that it took. */
  async function decide(): Promise<number> {
    const { body } = await app.call(listProposals, { query: { page: 1, limit: 20 } }, await signedIn())
    let used = 0
    for (const { id, certain } of body.data) {
      if (certain) continue
      const owner = await desk.seenOwner(id)
      used += seconds.decide
      if (owner === undefined || (await desk.hasDocument(owner))) {
        await app.call(dismissProposal, { body: { id, dismissed: true } }, await signedIn())
        continue
      }
      useHand(desk, owner, 'decided')
      await app.call(sendDocuments, { body: { proposals: [{ id, orderId: owner }] } }, await signedIn())
    }
    return used
  }

  /** Fetches the document of a form that was filed an hour ago and drops it. */
  async function fetchOverdue(now: number): Promise<number> {
    for (const [orderId, at] of filedAt) {
      if (now - at < patienceMs || !site.hasAnswered(orderId) || (await desk.hasDocument(orderId))) continue
      filedAt.set(orderId, now)
      useHand(desk, orderId, 'fetched')
      const { body } = await app.call(
        matchDocuments,
        { body: {}, file: [asFile(await site.download(orderId), `${orderId}.pdf`)] },
        await signedIn(),
      )
      const [dropped] = body.data.proposals
      if (dropped)
        await app.call(
          sendDocuments,
          { body: { proposals: [{ id: dropped.id, orderId }] } },
          await signedIn(),
        )
      return seconds.fetch
    }
    return 0
  }

  return {
    async workFor(available: number, now: number): Promise<void> {
      let left = available
      left -= await decide()
      while (left > 0) {
        const fetched = await fetchOverdue(now)
        if (fetched > 0) {
          left -= fetched
          continue
        }
        const next = await take()
        if (next === null) return
        left -= seconds.start + (await work(next, now))
      }
    },
  }
}
