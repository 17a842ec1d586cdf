import type { Refusal } from '#contract/endpoint.ts'

export interface ErrorReply extends Refusal {
  data?: unknown
}

/** A call that the server refused, or that got no response (`httpStatus` 0). */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: Refusal['status']
  readonly code: string | undefined
  readonly errors: Record<string, string>
  readonly data: unknown
  readonly requestId: string | undefined

  constructor(
    readonly httpStatus: number,
    reply: ErrorReply,
  ) {
    super(reply.message)
    this.status = reply.status
    this.code = reply.code
    this.errors = reply.errors ?? {}
    this.data = reply.data
    this.requestId = reply.requestId
  }
}
