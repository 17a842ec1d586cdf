import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '#server/config.ts'

type Directives = Record<string, string[]>

const baseDirectives: Directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  // React sets styles through the object model; no HTML has a style attribute.
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

const yearSeconds = 31_536_000
/** helmet's header, for a response that is written without it. */
export const strictTransport = `max-age=${yearSeconds}; includeSubDomains`

const helmetSettings = ({ isHttps }: Pick<Config, 'isHttps'>) => ({
  contentSecurityPolicy: { useDefaults: false as const, directives: baseDirectives },
  strictTransportSecurity: isHttps && { maxAge: yearSeconds },
  referrerPolicy: { policy: 'same-origin' as const },
  xFrameOptions: { action: 'sameorigin' as const },
})

/** Mantine's styles carry the response's nonce. */
export const securityHeaders = (config: Pick<Config, 'isHttps'>): FastifyHelmetOptions => ({
  enableCSPNonces: true,
  ...helmetSettings(config),
})

declare module 'fastify' {
  interface FastifyContextConfig {
    isCall?: true
  }
}

export const callRoute = { helmet: false, config: { isCall: true } } as const

/**
 * Sets the calls' headers from a copy made once: helmet computes each response's anew, with a nonce for a page's
 * styles.
 */
export function giveCallsHeaders(app: FastifyInstance, config: Pick<Config, 'isHttps'>): void {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  helmet(helmetSettings(config))(request, answer, (error) => {
    if (error instanceof Error) throw error
  })
  const headers = answer.getHeaders()
  app.addHook('onRequest', (call, reply, done) => {
    if (call.routeOptions.config.isCall) reply.headers(headers)
    done()
  })
}

const googleOrigins = (...hosts: string[]) => hosts.map((host) => `https://${host}`)

/** Google's translation element needs inline styles, but no inline scripts. */
const translateDirectives: Directives = {
  scriptSrc: googleOrigins(
    'translate.google.com',
    'translate.googleapis.com',
    'translate-pa.googleapis.com',
    'www.gstatic.com',
  ),
  styleSrc: [
    "'unsafe-inline'",
    ...googleOrigins('translate.googleapis.com', 'www.gstatic.com', 'fonts.googleapis.com'),
  ],
  imgSrc: googleOrigins(
    'translate.google.com',
    'translate.googleapis.com',
    'www.google.com',
    'www.gstatic.com',
    'fonts.gstatic.com',
  ),
  fontSrc: googleOrigins('fonts.gstatic.com'),
  connectSrc: googleOrigins(
    'translate.google.com',
    'translate.googleapis.com',
    'translate-pa.googleapis.com',
  ),
  frameSrc: googleOrigins('translate.google.com', 'translate.googleapis.com'),
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The policy of a page that Google translates at the visitor's request (product §6). */
export const translatedPagePolicy: string = Object.entries(baseDirectives)
  .map(([name, sources]) => [kebab(name), ...sources, ...(translateDirectives[name] ?? [])].join(' '))
  .join(';')
