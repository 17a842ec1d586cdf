import type { FastifyHelmetOptions } from '@fastify/helmet'

type Directives = Record<string, string[]>

/** Nothing from elsewhere. */
const own: Directives = {
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
}

/** Styles that Mantine writes carry the answer's nonce. */
export const contentPolicy: FastifyHelmetOptions = {
  enableCSPNonces: true,
  contentSecurityPolicy: { useDefaults: false, directives: own },
  strictTransportSecurity: { maxAge: 15_552_000 },
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'sameorigin' },
}

const google = (...hosts: string[]) => hosts.map((host) => `https://${host}`)

/** Where Google's translation element has its parts. It writes styles into the page, but no scripts. */
const beside: Directives = {
  scriptSrc: google(
    'translate.google.com',
    'translate.googleapis.com',
    'translate-pa.googleapis.com',
    'www.gstatic.com',
  ),
  styleSrc: [
    "'unsafe-inline'",
    ...google('translate.googleapis.com', 'www.gstatic.com', 'fonts.googleapis.com'),
  ],
  imgSrc: google(
    'translate.google.com',
    'translate.googleapis.com',
    'www.google.com',
    'www.gstatic.com',
    'fonts.gstatic.com',
  ),
  fontSrc: google('fonts.gstatic.com'),
  connectSrc: google('translate.google.com', 'translate.googleapis.com', 'translate-pa.googleapis.com'),
  frameSrc: google('translate.google.com', 'translate.googleapis.com'),
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The policy of a page that Google translates, because its visitor asked for that (product §6). */
export const translatedPagePolicy: string = Object.entries(own)
  .map(([name, sources]) => [kebab(name), ...sources, ...(beside[name] ?? [])].join(' '))
  .join(';')
