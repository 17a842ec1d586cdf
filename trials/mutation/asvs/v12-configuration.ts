import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const nothingThere =
  'test/http/openapi.test.ts › TRACE, a listing of a folder and files of the program are answered by nothing'
const robots = "app.get('/robots.txt',"
const edges = 'test/safety/edges.test.ts'
const refusedSetting = 'src/server/config.test.ts › %o is refused in one line'
const hostileFile = 'test/safety/hostile-files.test.ts'

/** Chapters 12 and 13 of ASVS: communication and configuration. */
export const configurationFaults: AsvsFault[] = [
  ...faultsIn('src/server/platform/http/https-only.ts', {
    '12.2.1': instead(
      "if (scheme?.trim().toLowerCase() !== 'http') return",
      'if (scheme) return',
      `${edges} › leads a page that came by plain http to https, and refuses a call`,
    ),
  }),
  ...faultsIn('src/server/platform/mail/smtp.ts', {
    '12.3.2': instead(
      'requireTLS: !isLoopbackUrl(url),',
      'requireTLS: !isLoopbackUrl(url), tls: { rejectUnauthorized: false },',
      `${edges} › gets no mail without TLS that can be trusted`,
    ),
  }),
  ...faultsIn('src/server/setting-checks.ts', {
    '12.3.1': [
      instead(
        "allowed === '0' && value !== undefined",
        "allowed === '1' && value !== undefined",
        refusedSetting,
      ),
      instead("new URL(url).protocol !== 'https:' && !isLoopbackUrl(url)", 'false', refusedSetting),
    ],
  }),
  ...faultsIn('docs/security.md', {
    '13.1.1': without(
      '| `SENDGRID_BASE_URL` |',
      'test/asvs.test.ts › every connection that the settings can make is listed',
    ),
  }),
  ...faultsIn('src/server/config.ts', {
    '13.2.3 15.2.3': instead(
      "isHttps ? '0' : '1'",
      "'1'",
      `${edges} › begins without the demo unless it is asked for`,
    ),
  }),
  ...faultsIn('src/server/platform/db/connections.ts', {
    '13.2.2': instead(
      'server: { ...owner, user: serverRole }',
      'server: owner',
      'test/safety/database-role.test.ts › the embedded database is served by that role alone',
    ),
  }),
  ...faultsIn('src/server/platform/db/server-rights.ts', {
    '13.2.2': [
      instead(
        'audit_events: grows',
        'audit_events: changes',
        'test/safety/database-role.test.ts › the server may not: %s',
      ),
      instead(
        'erasures: changes',
        'erasures: everything',
        'test/server-rights.test.ts › the role that serves has the rights that a statement of the server needs, and no others',
      ),
    ],
  }),
  ...faultsIn('src/server/demo/first-admin.ts', {
    '13.2.3': instead(
      'given !== undefined && isCommonPassword(given)',
      'given === null',
      'test/http/demo.test.ts › without the demo there is one Admin, whose password is printed once',
    ),
  }),
  ...faultsIn('src/server/hooks/aws/receive-sns.ts', {
    '13.2.4': without(
      'if (!isCertificateUrl(message.SigningCertURL, snsEndpoint)) return refuseSignature()',
      'test/http/hooks-sns.test.ts › a message %s is refused and changes nothing',
    ),
    '13.2.5': without(
      `if (!isSnsUrl(SubscribeURL, config.hooks.snsEndpoint))
         return refuseWebhook('This address confirms nothing.')`,
      'test/http/hooks-sns.test.ts › a subscription %s is not confirmed',
    ),
  }),
  ...faultsIn('src/server/platform/sandbox/run-task.ts', {
    '13.2.5': instead(
      'closeNetwork() reply.write(',
      'reply.write(',
      `${hostileFile} › can read its program, and reaches no database`,
    ),
  }),
  ...faultsIn('src/server/platform/sandbox/run-process.ts', {
    '13.3.2': instead('env: {},', 'env: process.env,', `${hostileFile} › has no environment`),
  }),
  ...faultsIn('src/server/platform/http/pages.ts', {
    '13.4.1': instead(
      robots,
      `await app.register(fastifyStatic, { root: projectRoot(), dotfiles: 'allow', decorateReply: false })\n  ${robots}`,
      nothingThere,
    ),
    '13.4.3': instead(
      robots,
      `await app.register(fastifyStatic, { root: distPath(), prefix: '/uploads/', index: false, list: { format: 'json', names: [] }, decorateReply: false })\n  ${robots}`,
      nothingThere,
    ),
    '13.4.4': instead(
      robots,
      `app.addHttpMethod('TRACE')
       app.route({ method: 'TRACE', url: '/*', handler: async ({ headers }) => headers })
       ${robots}`,
      nothingThere,
    ),
  }),
  ...faultsIn('src/server/app.ts', {
    '13.4.2 15.2.3': without(
      'if (platform.config.development)',
      'test/http/mail-preview.test.ts › the previews answer 404 outside development',
    ),
  }),
  ...faultsIn('src/server/platform/http/docs.ts', {
    '13.4.5': instead(
      'if (!config.demo)',
      'if (config.demo)',
      `${edges} › shows the description of its calls to members alone`,
    ),
  }),
]
