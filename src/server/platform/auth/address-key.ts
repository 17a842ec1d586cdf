import { isIPv6 } from 'node:net'

const groups = (part: string | undefined) => (part ? part.split(':') : [])

/**
 * The key by which an IP address is rate-limited: an IPv6 address by its /64, because a customer has at least that much
 * (RFC 6177); an IPv4 address, also a mapped one, by itself.
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
