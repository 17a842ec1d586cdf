/** A scheme, a host and perhaps a port, as browsers write an origin; plain http on this machine alone. */
export function isWebOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.origin !== text || text.includes('*')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)
