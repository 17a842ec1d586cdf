/** The dates by which lists of orders are sorted. */
export const sortFields = ['created_at', 'travel_date', 'processing_date', 'refund_date'] as const
export type SortField = (typeof sortFields)[number]

/** `missed`: the travel day has passed. */
export const urgencies = ['missed'] as const
export type Urgency = (typeof urgencies)[number]
