import type { FastifyInstance } from 'fastify'

/** The pages whose addresses end in an order id or a secret, and the letters that these have. */
const links = [
  { folder: '/(?:track-order|get-new-order-details|admin/view-order|admin/filing)/', letters: '[0-9A-Za-z]' },
  { folder: '/(?:answer|access-file|reset-password)/', letters: '[\\w-]' },
].map(({ folder, letters }) => {
  const sign = `(?:%[0-9A-Fa-f]{2}|(?!${letters})[^/%])`
  return new RegExp(`^(${folder})${sign}*(${letters}+)${sign}*/?$`)
})

/** The path of a link without the signs around its last part, as it is copied out of a text. */
export function withoutSignsAround(path: string): string {
  const match = links.map((pattern) => pattern.exec(path)).find((found) => found !== null)
  return match ? `${match[1]}${match[2]}` : path
}

const isDecodable = (path: string): boolean => {
  try {
    // A build drops a call whose result is not used.
    return decodeURIComponent(path).length > 0
  } catch {
    return false
  }
}

const calls = /^\/api\//

/** Escapes each `%` that begins no escape, which the router would refuse; a page says more to a person. Not for calls. */
export function mendUrl(url: string): string {
  const path = url.replace(/\?.*/s, '')
  if (calls.test(path) || isDecodable(path)) return url
  const escaped = path.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25')
  const mended = isDecodable(escaped) ? escaped : escaped.replaceAll(/%[89A-Fa-f][0-9A-Fa-f]/g, '%25')
  return mended + url.slice(path.length)
}

/** Leads a link that was copied with a full stop, a bracket or a blank to the page that it means. */
export function followCopiedLinks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.replace(/\?.*/s, '')
    const meant = request.method === 'GET' ? withoutSignsAround(path) : path
    if (meant === path || meant === path.replace(/\/$/, '')) return done()
    reply.redirect(meant + request.url.slice(path.length), 303)
  })
}
