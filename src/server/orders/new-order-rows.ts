import type { EventDetails } from '#contract/rules/order-events.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Actor } from '#server/platform/work.ts'
import type { CustomerData } from './customer-data.ts'
import type { NewEvent } from './events.queries.ts'
import { eventMetadata, sealDetails } from './events.ts'
import { createKeyRows } from './evidence-keys.ts'
import type { EvidenceKeyRow } from './evidence-keys.queries.ts'
import type { NewOrderRow } from './orders.queries.ts'

export type NewOrder = Omit<NewOrderRow, 'sealed'> & { customer: CustomerData }

export interface OrderToInsert {
  order: NewOrder
  details?: EventDetails<'created'>
}

export interface NewOrderRows {
  order: NewOrderRow
  event: NewEvent
  evidenceKeys: EvidenceKeyRow[]
}

interface CreationContext {
  seal: Seal
  actor: Actor
  now: Date
}

function createdEvent(
  { seal, actor, now }: CreationContext,
  { order, details = {} }: OrderToInsert,
): NewEvent {
  const { memberId, actor: name, action } = eventMetadata({ actor, now }, 'created')
  return {
    order_id: order.order_id,
    at: order.created_at,
    member_id: memberId,
    actor: name,
    action,
    ...sealDetails(seal, order.order_id, details),
    sealed: null,
  }
}

/** The rows of a new order: the order with sealed customer data, its first event, its evidence keys. */
export function createOrderRows(context: CreationContext, created: OrderToInsert): NewOrderRows {
  const { customer, ...row } = created.order
  const { seal } = context
  return {
    order: { ...row, sealed: seal.seal('orders.sealed', row.order_id, customer) },
    event: createdEvent(context, created),
    evidenceKeys: createKeyRows([{ ...row, payment: customer.payment }], seal),
  }
}
