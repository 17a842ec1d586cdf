import { isIPv6 } from 'node:net'

const groups = (part: string | undefined) => (part ? part.split(':') : [])

/**
 * By what an address is counted: an IPv6 customer has a whole /64 at least (RFC 6177), so that its first four groups
 * stand for it; an IPv4 address, also a mapped one, for itself.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const given = [...groups(head), ...groups(tail)]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - given.length }, () => '0')
  const whole = [...groups(head), ...zeros, ...groups(tail)]
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
