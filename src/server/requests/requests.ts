import type { CustomerRequest, RequestForCustomer } from '#contract/requests.ts'
import { jakartaToday, wireInstant } from '#contract/rules/dates.ts'
import { matchLanguage } from '#contract/rules/languages.ts'
import { refundDay, type RequestState, type RequestSubject } from '#contract/rules/customer-requests.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Config } from '#server/config.ts'
import type { LockedOrder } from '#server/orders/order-access.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { openOptionalText, type Seal } from '#server/platform/seal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { requestMail } from './request.email.ts'

export interface RequestRow {
  id: number
  order_id: number
  about: RequestSubject
  asked_at: Date
  ended_as: Exclude<RequestState, 'open'> | null
  ended_at: Date | null
  by: string | null
  sealed_text: Buffer | null
  sealed_answer: Buffer | null
}

type Opening = { seal: Seal; config: Pick<Config, 'refundDays'> }

const promisesRefund: Record<RequestState, boolean> = {
  open: false,
  stopped: true,
  granted: true,
  refused: false,
}

export function openRequest({ seal, config }: Opening, row: RequestRow): CustomerRequest {
  const state = row.ended_as ?? 'open'
  const text = (column: 'sealed_text' | 'sealed_answer') =>
    openOptionalText(seal, `customer_requests.${column}`, row.order_id, row[column]) ?? ''
  return {
    id: row.id,
    about: row.about,
    text: text('sealed_text'),
    asked_at: wireInstant(row.asked_at),
    state,
    ended_at: row.ended_at && wireInstant(row.ended_at),
    by: row.by,
    answer: text('sealed_answer'),
    refund_by:
      row.ended_at && promisesRefund[state] ? refundDay(jakartaToday(row.ended_at), config.refundDays) : null,
  }
}

export const openRequestForCustomer = (opening: Opening, row: RequestRow): RequestForCustomer => {
  const { id: _id, by: _by, ...request } = openRequest(opening, row)
  return request
}

/** Newest first. */
export const selectRequests = (db: Db, orderId: number): Promise<RequestRow[]> =>
  db
    .selectFrom('customer_requests as q')
    .leftJoin('members as m', 'm.id', 'q.ended_by')
    .select(['q.id', 'q.order_id', 'q.about', 'q.asked_at', 'q.ended_as', 'q.ended_at'])
    .select(['q.sealed_text', 'q.sealed_answer', 'm.name as by'])
    .where('q.order_id', '=', orderId)
    .orderBy('q.id', 'desc')
    .execute()

export async function queueRequestMail(
  work: Work<Actor>,
  order: LockedOrder,
  row: RequestRow,
  delivery: { eventId: number; notBefore?: Date },
): Promise<void> {
  const { about, state, text, answer, refund_by: refundBy } = openRequest(work, row)
  await queueMail(
    work,
    requestMail,
    {
      language: matchLanguage(order.language) ?? undefined,
      orderId: order.order_id,
      customerName: order.full_name,
      landingDomain: order.landing_domain,
      about,
      state,
      text,
      answer,
      refundBy,
    },
    { orderId: order.order_id, recipient: order.email, ...delivery },
  )
}
