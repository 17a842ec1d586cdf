import type { Query, QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Reply } from '#contract/endpoint.ts'
import { listDisputes } from '#contract/disputes.ts'
import { listMailProblems } from '#contract/mail-problems.ts'
import { listOpenMessages } from '#contract/messages.ts'
import { listOutgoing } from '#contract/moves.ts'
import { listProposals } from '#contract/proposals.ts'
import { getOrder } from '#contract/order-details.ts'
import {
  folderCounts,
  futureMonthCounts,
  listOrders,
  orderStates,
  searchOrders,
  urgencyCounts,
} from '#contract/orders.ts'
import { shiftDesk } from '#contract/shift-desk.ts'
import { listViews } from '#contract/views.ts'
import { endpointKey } from '#web/lib/query-client.ts'
import type { RowBlock } from '#web/orders/queue/list/list-queries.ts'
import type { Changes } from './changes.ts'

type IsAffected = (query: Query, changes: Changes, client: QueryClient) => boolean

const hasMoves: IsAffected = (_query, { moved }) => moved.size > 0
const always: IsAffected = () => true

const isNamed = ({ moved, changed }: Changes, orderId: number) => moved.has(orderId) || changed.has(orderId)

/** Ids from a URL are text. */
const orderInput = z.object({ params: z.object({ orderId: z.coerce.number() }) })

/** An order also shows the other orders of its journey. */
const isOfNamedOrder: IsAffected = ({ queryKey }, changes, client) => {
  const input = z.safeParse(orderInput, queryKey[1])
  const shown = client.getQueryData<Reply<typeof getOrder>>(queryKey)?.orderDetails.household ?? []
  return (
    input.success &&
    [input.data.params.orderId, ...shown.map(({ order_id: orderId }) => orderId)].some((orderId) =>
      isNamed(changes, orderId),
    )
  )
}

const statesInput = z.object({ query: z.object({ orderIds: z.string() }) })

const areOfNamedOrders: IsAffected = ({ queryKey }, changes) => {
  const input = z.safeParse(statesInput, queryKey[1])
  return (
    input.success && input.data.query.orderIds.split(',').some((orderId) => isNamed(changes, Number(orderId)))
  )
}

/** True for data without rows (a count), whose orders are unknown. */
const holds: IsAffected = ({ queryKey }, changes, client) =>
  client
    .getQueryData<Partial<RowBlock>>(queryKey)
    ?.rows?.some(({ order_id: orderId }) => isNamed(changes, orderId)) ?? true

/** A search that is still loading is not repeated. */
const showsNamed: IsAffected = (query, changes, client) =>
  client.getQueryData(query.queryKey) !== undefined && holds(query, changes, client)

/** A moved order may now be in any queue. */
const mayHold: IsAffected = (query, changes, client) =>
  changes.moved.size > 0 || holds(query, changes, client)

const rules: readonly [Parameters<typeof endpointKey>[0], IsAffected][] = [
  [folderCounts, hasMoves],
  [futureMonthCounts, hasMoves],
  [urgencyCounts, hasMoves],
  [listViews, hasMoves],
  [listOrders, mayHold],
  // Each search is recorded for the member, so it is not repeated for new matches.
  [searchOrders, showsNamed],
  [orderStates, areOfNamedOrders],
  [listOpenMessages, always],
  [listDisputes, always],
  [listMailProblems, always],
  [listOutgoing, always],
  [shiftDesk, always],
  [listProposals, always],
  [getOrder, isOfNamedOrder],
]

export const affectedQueries = (client: QueryClient, changes: Changes): Query[] =>
  rules.flatMap(([endpoint, isAffected]) =>
    client
      .getQueryCache()
      .findAll({ queryKey: endpointKey(endpoint) })
      .filter((query) => changes.isUnknown || isAffected(query, changes, client)),
  )
