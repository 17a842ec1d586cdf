import type { OrderType } from '#contract/rules/order-type.ts'

interface OccasionTexts {
  /** The order's id follows. */
  subject: (declaration: string) => string
  news: (declaration: string) => string
}

export interface ApprovedMailTexts {
  declarations: Record<OrderType, string>
  /** The first mail about the document. */
  approved: OccasionTexts
  /** Sent when the document is mailed again. */
  reminder: OccasionTexts
  order: string
  open: string
  username: string
  orderId: string
  /** Before the names of those whose document is there. */
  travellers: string
  click: string
  validity: string
  questions: string
}
