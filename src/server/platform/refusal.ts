import type { MemberActor } from './work.ts'

/** The HTTP status of each refusal code (product §5). */
export const refusalHttpStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  timeout: 408,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  tooMany: 429,
  unavailable: 503,
} as const
export type RefusalCode = keyof typeof refusalHttpStatus

/** Optional parts of a refusal. `retryAfter` is in seconds. */
export interface RefusalExtra {
  code?: string
  errors?: Record<string, string>
  data?: unknown
  retryAfter?: number
}

/** An expected refusal: it becomes a response and is not logged. */
export class RefusalError extends Error {
  constructor(
    readonly kind: RefusalCode,
    message: string,
    readonly extra: RefusalExtra = {},
  ) {
    super(message)
  }
}

/** 403 for a member whose role does not allow the call. */
export class RoleRefusal extends RefusalError {
  constructor(readonly member: MemberActor) {
    super('forbidden', 'You are not allowed to do this.')
  }
}

/** Ends the call with status 0 (or 401) and this message; an open transaction is rolled back. */
export function refuse(kind: RefusalCode, message: string, extra?: RefusalExtra): never {
  throw new RefusalError(kind, message, extra)
}
