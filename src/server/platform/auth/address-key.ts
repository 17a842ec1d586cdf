import { isIPv6 } from 'node:net'

const groups = (part: string | undefined) => (part ? part.split(':') : [])

/** The eight groups of an IPv6 address, without leading zeros; null for another address. */
function groupsOf(ip: string): string[] | null {
  if (!isIPv6(ip)) return null
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const given = [...groups(head), ...groups(tail)]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - given.length }, () => '0')
  const whole = [...groups(head), ...zeros, ...groups(tail)]
  return whole.map((group) => group.replace(/^0+(?=.)/, ''))
}

/** The IPv4 address inside a mapped IPv6 address (`::ffff:…`), as a proxy may write it; else the address itself. */
const unmapped = (ip: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip

const networkKey = (groups: readonly string[], bits: 48 | 56 | 64): string => {
  const [a = '0', b = '0', c = '0', d = '0'] = groups
  const fourth = bits === 64 ? d : (Number.parseInt(d, 16) & 0xff00).toString(16)
  return `${[a, b, c, ...(bits === 48 ? [] : [fourth])].join(':')}::/${bits}`
}

/**
 * The key by which an IP address is rate-limited. IPv6: its /64, the least that a customer has (RFC 6177). IPv4, also
 * mapped: the address itself.
 */
export function addressKey(ip: string): string {
  const groups = groupsOf(unmapped(ip))
  return groups ? networkKey(groups, 64) : unmapped(ip)
}

/** The network that one customer of a provider may have: IPv4 /24, IPv6 /48. */
export function networkOf(ip: string): string {
  const groups = groupsOf(unmapped(ip))
  return groups ? networkKey(groups, 48) : unmapped(ip).replace(/\.\d+$/, '.0/24')
}

/**
 * The networks whose failures are limited together: a customer with a /56 or a /48 has 256 or 65,536 of the usual keys.
 * `share` multiplies the limit of one address.
 */
export function addressNetworks(ip: string): { key: string; share: number }[] {
  const groups = groupsOf(unmapped(ip))
  if (!groups) return [{ key: unmapped(ip), share: 1 }]
  return [
    { key: networkKey(groups, 64), share: 1 },
    { key: networkKey(groups, 56), share: 2 },
    { key: networkKey(groups, 48), share: 4 },
  ]
}
