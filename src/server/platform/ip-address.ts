import { isIP } from 'node:net'

/**
 * The address in what a proxy or a site wrote: without port, brackets, quotation marks and zone, in its one form (IPv6
 * by RFC 5952; an IPv4 address inside IPv6 as IPv4). Null if it is no address.
 */
export function bareAddress(text: string): string | null {
  const plain = text.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(plain) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(plain) ?? []
  const [address = ''] = (bracketed ?? beforePort ?? plain).split('%')
  const family = isIP(address)
  if (family === 0) return null
  if (family === 4) return address
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(shortest) ?? []
  if (high === undefined || low === undefined) return shortest
  const bits = Number.parseInt(high, 16) * 0x1_0000 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.')
}
