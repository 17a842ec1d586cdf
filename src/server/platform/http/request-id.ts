import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { splitList } from '#server/settings.ts'

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listProxies(trustProxy: string | undefined): BlockList {
  const proxies = new BlockList()
  const entries = trustProxy ? splitList(trustProxy) : []
  for (const range of entries.flatMap((entry) => namedRanges[entry] ?? entry)) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return proxies
}

/** A UUID, with or without dashes: no personal data has this form. */
const idPattern = /^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i

/** A request's id: the one set by a proxy of `TRUST_PROXY`, else a new one. */
export function createRequestIds(trustProxy: string | undefined): (request: IncomingMessage) => string {
  const proxies = listProxies(trustProxy)
  return ({ socket: { remoteAddress = '' }, headers }) => {
    const given = headers['x-request-id']
    const isTrusted = isIP(remoteAddress) !== 0 && proxies.check(remoteAddress, familyOf(remoteAddress))
    return isTrusted && typeof given === 'string' && idPattern.test(given) ? given : randomUUID().slice(0, 13)
  }
}
