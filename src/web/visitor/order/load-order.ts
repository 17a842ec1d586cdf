import type { OpenedOrder } from '#contract/visitor-page-data.ts'
import type { downloadHistory } from '#contract/visitor.ts'
import { CallError, post } from '../call.ts'

export const isOrderNotOpen = (error: unknown): error is CallError & { httpStatus: 403 } =>
  error instanceof CallError && error.httpStatus === 403

export const loadOrder = async (orderId: string): Promise<OpenedOrder> => {
  const answer = await post<typeof downloadHistory>('/front/get-download-history', { orderId })
  return { order: answer.mainResult, history: answer.data, path: answer.path }
}
