import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { IsProxy } from './proxies.ts'

/** A UUID, with or without dashes: no personal data has this form. */
const idPattern = /^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i

/** A request's id: the one set by a proxy of `TRUST_PROXY`, else a new one. */
export const createRequestIds =
  (isProxy: IsProxy) =>
  ({ socket: { remoteAddress }, headers }: IncomingMessage): string => {
    const given = headers['x-request-id']
    return isProxy(remoteAddress) && typeof given === 'string' && idPattern.test(given)
      ? given
      : randomUUID().slice(0, 13)
  }
