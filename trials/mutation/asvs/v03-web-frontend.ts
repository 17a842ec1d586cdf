import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const edges = 'test/safety/edges.test.ts'
const headers = `${edges} › says in every answer how browsers are to treat it`
const cookies = `${edges} › keeps browsers to https for a year, and its cookies to this host`
const ledToHttps = `${edges} › leads a page that came by plain http to https, and refuses a call`
const lentCookie = 'acceptsCookie ? request.cookies[sessionCookieName(config)] : undefined'
const ownCookie =
  'test/http/session-list.test.ts › the value of the session cookie comes by Set-Cookie alone, and is taken for files alone'
const anyCookie = 'request.cookies[sessionCookieName(config)]'

/** Chapters 3 and 4 of ASVS: what browsers are told, and the HTTP below it. */
export const webFaults: AsvsFault[] = [
  ...faultsIn('src/server/messages/message-files.ts', {
    '3.2.1': instead(
      "(kind?.contentType ?? 'application/octet-stream')",
      "(kind?.contentType ?? 'text/html')",
      'test/http/messages.test.ts › files are served by their content, never by their declared type',
    ),
  }),
  ...faultsIn('src/web/ui/ExternalText.tsx', {
    '3.2.2': instead(
      'parts.length === 1 ? children',
      'parts.length === 1 ? <span dangerouslySetInnerHTML={{ __html: children }} />',
      'trials/browser/hostile-input.trial.ts › hostile text in every field of an order is shown as text in list, order view, mail and visitor page',
    ),
  }),
  ...faultsIn('src/server/session/session-tokens.ts', {
    '3.3.1': instead("sameSite: 'strict', secure: isHttps", "sameSite: 'strict'", cookies),
    '3.3.2': without("sameSite: 'strict',", cookies),
  }),
  ...faultsIn('src/server/session/session-tokens.ts', {
    '3.3.4': instead(
      'cookie: await tokens.signForFiles(ids, expiresAt)',
      'cookie: await tokens.signForCalls({ id, name, type }, ids, expiresAt)',
      ownCookie,
    ),
  }),
  ...faultsIn('src/server/platform/auth/tokens.ts', {
    '3.3.4 9.2.2': without("(aud ?? 'calls') !== audience ||", ownCookie),
  }),
  ...faultsIn('src/server/platform/http/cookies.ts', {
    '3.3.1 3.3.3': instead('isHttps ? `__Host-${name}` : name', 'isHttps ? name : name', cookies),
  }),
  ...faultsIn('src/server/platform/http/content-policy.ts', {
    '3.4.1': instead('isHttps && { maxAge: yearSeconds }', 'false', headers),
    '3.4.3 3.7.1': without(`objectSrc: ["'none'"],`, headers),
    '3.4.4': instead('enableCSPNonces: true,', 'enableCSPNonces: true, xContentTypeOptions: false,', headers),
    '3.4.5': without("referrerPolicy: { policy: 'same-origin' as const },", headers),
    '3.4.6': without(`frameAncestors: ["'self'"],`, headers),
  }),
  ...faultsIn('src/server/app.ts', {
    '3.4.2': instead(
      'requireHttps(app, platform.config)',
      `requireHttps(app, platform.config)
       app.addHook('onRequest', async (_request, reply) => void reply.header('access-control-allow-origin', '*'))`,
      headers,
    ),
    '4.1.3': instead(
      'platform.config.trustProxy ?? false',
      'platform.config.trustProxy ?? true',
      'test/http/sign-in.test.ts › an address that a caller claims is not believed where no proxy is trusted',
    ),
    '4.2.1': instead(
      'http: { headersTimeout: maxHeadersMs }',
      'http: { headersTimeout: maxHeadersMs, insecureHTTPParser: true }',
      'test/http/openapi.test.ts › a request whose end could be read in two ways is refused',
    ),
  }),
  ...faultsIn('src/server/platform/auth/identify.ts', {
    '3.5.1': instead(
      lentCookie,
      anyCookie,
      'test/http/sign-in.test.ts › the cookie alone is refused for calls that change or list',
    ),
    '3.5.3': instead(
      lentCookie,
      anyCookie,
      'test/http/visitor-downloads.test.ts › the cookie of a member is enough for the file alone; the other calls need the header',
    ),
  }),
  ...faultsIn('src/server/visitor/pages.ts', {
    '3.5.2': instead(
      'await app.register(async (scope) => { await scope.register(formbody, { bodyLimit: 16 * 1024 })',
      'await app.register(formbody, { bodyLimit: 16 * 1024 })\n  await app.register(async (scope) => {',
      'test/http/visitor-pages.test.ts › API calls refuse form posts',
    ),
    '3.7.2': instead(
      'reply.redirect(keepTranslation(path, searchOf(request)), 303)',
      'reply.redirect(`//${request.hostname}${keepTranslation(path, searchOf(request))}`, 303)',
      'test/http/visitor-pages.test.ts › redirects to the tracking page if the order is not open, with a notice shown once',
    ),
  }),
  ...faultsIn('src/server/platform/http/pages.ts', {
    '4.1.1': instead(
      ".type('text/plain; charset=utf-8').send(robots)",
      '.send(Buffer.from(robots))',
      headers,
    ),
  }),
  ...faultsIn('src/server/platform/http/https-only.ts', {
    '3.7.2': instead('`https://${host}${url}`', '`https:/${url}`', ledToHttps),
    '4.1.2': without('&& isPage(url)', ledToHttps),
  }),
]
