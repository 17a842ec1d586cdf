import type { FastifyHelmetOptions } from '@fastify/helmet'

/** Nothing from elsewhere; styles that Mantine writes carry the answer's nonce. */
export const contentPolicy: FastifyHelmetOptions = {
  enableCSPNonces: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // React sets styles through the object model; a server-written style attribute is never needed.
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
      manifestSrc: ["'self'"],
    },
  },
  strictTransportSecurity: { maxAge: 15_552_000 },
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'sameorigin' },
}
