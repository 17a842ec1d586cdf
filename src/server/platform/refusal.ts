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

/** Logged attempts to bypass a control, or what looks like one (ASVS 16.3). */
export const securityEvents = [
  'sign-in refused',
  'order refused',
  'access refused',
  'intake key refused',
  'webhook refused',
  'input refused',
  'limit reached',
  'foreign form refused',
  'plain http refused',
  'plain http redirected',
  'metrics token refused',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

export const refusalEvents: Record<RefusalCode, SecurityEvent | null> = {
  invalid: 'input refused',
  unauthenticated: null,
  forbidden: 'access refused',
  notFound: null,
  timeout: 'limit reached',
  conflict: null,
  tooLarge: 'input refused',
  unsupported: 'input refused',
  tooMany: 'limit reached',
  unavailable: null,
}

/** `retryAfter` in seconds; `event` replaces the default of the code. */
export interface RefusalExtra {
  code?: string
  errors?: Record<string, string>
  data?: unknown
  retryAfter?: number
  event?: SecurityEvent | null
  /** Written with the event; never a value of the request. */
  reason?: string
}

/** An expected refusal: it becomes a response, and is logged only as a security event. */
export class RefusalError extends Error {
  constructor(
    readonly kind: RefusalCode,
    message: string,
    readonly extra: RefusalExtra = {},
  ) {
    super(message)
  }
}

/** Ends the call with status 0 (or 401) and this message; an open transaction is rolled back. */
export function refuse(kind: RefusalCode, message: string, extra?: RefusalExtra): never {
  throw new RefusalError(kind, message, extra)
}
