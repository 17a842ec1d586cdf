import type { FastifyRequest } from 'fastify'
import { BlockList, isIPv6 } from 'node:net'
import { splitList } from '#server/settings.ts'
import { bareAddress } from '../ip-address.ts'

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an address, also as a proxy writes it, is one of `TRUST_PROXY`. */
export type IsProxy = (address: string | undefined) => boolean

export function readProxies(trustProxy: string | undefined): IsProxy {
  const proxies = new BlockList()
  const entries = trustProxy ? splitList(trustProxy) : []
  for (const range of entries.flatMap((entry) => namedRanges[entry] ?? entry)) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return (text = '') => {
    const address = bareAddress(text)
    return address !== null && proxies.check(address, familyOf(address))
  }
}

/**
 * The client's bare address: the outermost one that the proxies of `TRUST_PROXY` name, else the proxy's own where that
 * is no address. '' once the connection is gone.
 */
export const clientAddress = ({ ips, ip }: FastifyRequest): string =>
  (ips ?? [ip]).map((text: string | undefined) => bareAddress(text ?? '')).findLast((it) => it !== null) ?? ''
