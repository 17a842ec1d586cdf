import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const hostilePage =
  'test/http/visitor-pages.test.ts › renders hostile text escaped, also in the embedded data'
const singleLine = 'src/server/platform/single-line.test.ts › %j is %j'
const forbidden = "test/asvs.test.ts › the server's code names nothing that is not to be used"
const logEntry =
  'src/server/platform/log.test.ts › an entry is one line that says when and how grave, whatever text it is given'

/** Chapter 1 of ASVS: encoding and sanitization. */
export const encodingFaults: AsvsFault[] = [
  ...faultsIn('src/server/app.ts', {
    '1.1.1': without(
      'frameworkErrors: (error, request, reply) => { requests.begin(request, reply) sendRefusal(error, request, reply) },',
      'test/http/openapi.test.ts › an undecodable path is answered with the envelope and does not repeat the path',
    ),
  }),
  ...faultsIn('src/web/visitor/order/OrderSummary.tsx', {
    '1.1.2 1.2.1 1.3.7': instead(
      '<bdi suppressHydrationWarning>{value}</bdi>',
      "<bdi dangerouslySetInnerHTML={{ __html: value ?? '' }} />",
      hostilePage,
    ),
  }),
  ...faultsIn('src/server/platform/http/disposition.ts', {
    '1.2.1': without(
      ".replaceAll(/['()*]/g, percentEncode)",
      'src/server/platform/http/disposition.test.ts › a name survives quotes, other scripts and characters of the header',
    ),
  }),
  ...faultsIn('src/web/lib/request-url.ts', {
    '1.2.2': instead(
      'encodeURIComponent(fromInputValue(paramValues.get(name)))',
      'fromInputValue(paramValues.get(name))',
      'src/web/lib/request-url.test.ts › path parameters are encoded into the path',
    ),
  }),
  ...faultsIn('src/web/visitor/server.tsx', {
    '1.2.3': instead("'<': '\\\\u003c',", "'<': '<',", hostilePage),
  }),
  ...faultsIn('src/server/orders/orders.queries.ts', {
    '1.2.4': instead(
      "tx.insertInto('orders').values(rows).execute()",
      `tx.insertInto('orders')
         .values(rows.map((row) => ({ ...row, landing_domain: sql.raw(\`'\${row.landing_domain}'\`) })))
         .execute()`,
      'test/http/intake.test.ts › %j is stored and returned unchanged in every field',
    ),
  }),
  ...faultsIn('src/server/platform/sandbox/run-process.ts', {
    '1.2.5': instead("cwd: '/',", "cwd: '/', shell: true,", forbidden),
  }),
  ...faultsIn('src/contract/rules/masking.ts', {
    '1.2.9': without(
      String.raw`.map((it) => it.replaceAll(/[^\p{L}\p{N}]/gu, ''))`,
      'src/contract/rules/masking.test.ts › a number is looked for as letters and digits, whatever else was typed in it',
    ),
  }),
  ...faultsIn('src/server/platform/mail/untrusted/read-mail.ts', {
    '1.3.1': instead(
      "text: convertsHtml && text.trim() === '' && html !== '' ? await htmlToText(html) : text,",
      'text: html || text,',
      'test/http/hooks-inbound.test.ts › an HTML-only mail is stored as text',
    ),
  }),
  ...faultsIn('src/server/platform/http/json-body.ts', {
    '1.3.2': instead('void parse(request, text, done)', 'done(null, eval(`(${text})`))', forbidden),
    '1.5.2': instead(
      "app.getDefaultJsonParser('error', 'error')",
      "app.getDefaultJsonParser('ignore', 'ignore')",
      'test/http/openapi.test.ts › a body that reaches for the prototype and a parameter given twice are refused',
    ),
  }),
  ...faultsIn('src/server/platform/single-line.ts', {
    '1.3.3': without(String.raw`.replaceAll(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')`, singleLine),
    '1.3.3 1.3.11': without(String.raw`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')`, singleLine),
  }),
  ...faultsIn('src/contract/moves.ts', {
    '1.3.3': without(
      '.check(z.maxLength(textLimits.line))',
      'test/safety/text-lengths.test.ts › every string that a call takes has a length',
    ),
  }),
  ...faultsIn('src/server/messages/message-files.ts', {
    '1.3.4': instead(
      "(kind?.contentType ?? 'application/octet-stream')",
      "(kind?.contentType ?? 'image/svg+xml')",
      'test/http/messages.test.ts › files are served by their content, never by their declared type',
    ),
  }),
  ...faultsIn('src/server/platform/files/sniff.ts', {
    '1.3.4': instead(
      'if (!extension || (',
      "if (bytes.includes('<svg')) return { extension: 'png', contentType: 'image/svg+xml' }\n  if (!extension || (",
      'src/server/platform/files/sniff.test.ts › %s is refused',
    ),
  }),
  ...faultsIn('src/server/hooks/aws/sns-message.ts', {
    '1.3.6': without(
      '&& snsHostPattern.test(url.hostname)',
      'test/http/hooks-sns.test.ts › a message %s is refused and changes nothing',
    ),
  }),
  ...faultsIn('src/server/platform/log.ts', {
    '1.3.10': instead(
      'hooks: { streamWrite: maskAddresses }',
      "hooks: { streamWrite: maskAddresses, logMethod([given, text], write) { write.apply(this, [given, text, 'x']) } }",
      logEntry,
    ),
  }),
  ...faultsIn('src/contract/common-schemas.ts', {
    '1.3.11': instead(
      'isMailAddress = (address: string): boolean =>',
      "isMailAddress = (address: string): boolean => address.includes('\\r\\n') ||",
      'test/http/documents.test.ts › %s is refused and stores nothing',
    ),
  }),
  ...faultsIn('src/contract/rules/order-id.ts', {
    '1.4.2': instead(
      String.raw`/^[1-9]\d{5,14}$/`,
      String.raw`/^[1-9]\d{5,15}$/`,
      'src/contract/rules/order-id.test.ts › an id is a number of six to fifteen digits',
    ),
  }),
  ...faultsIn('src/server/platform/sandbox/sandbox.ts', {
    '1.5.2': instead(
      'parsed.success ? parsed : undefined',
      '{ data: deserialize(reply) }',
      'test/safety/hostile-files.test.ts › costs only its own task: %s',
    ),
  }),
]
