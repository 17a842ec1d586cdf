import type { Refusal } from '#contract/endpoint.ts'

export interface RefusedAnswer extends Refusal {
  data?: unknown
}

/** A call that did not succeed: refused by the server, or never answered (`http` 0). */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly status: Refusal['status']
  readonly code: string | undefined
  /** Messages by the field that they are about. */
  readonly errors: Record<string, string>
  readonly data: unknown
  readonly requestId: string | undefined

  constructor(
    readonly http: number,
    answer: RefusedAnswer,
  ) {
    super(answer.message)
    this.status = answer.status
    this.code = answer.code
    this.errors = answer.errors ?? {}
    this.data = answer.data
    this.requestId = answer.requestId
  }
}
