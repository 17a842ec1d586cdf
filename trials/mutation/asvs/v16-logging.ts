import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const audit = 'test/http/audit.test.ts'
const everyAct = `${audit} › every act is recorded with who, what and where, and nothing else is`
const log = 'src/server/platform/log.test.ts'
const oneLine = `${log} › an entry is one line that says when and how grave, whatever text it is given`
const unexpected =
  'test/http/openapi.test.ts › an error that nobody expected is logged under the request, and its answer tells nothing of it'
const securityLog = 'test/safety/security-log.test.ts'
const securityLine = `${securityLog} › %s is logged as "%s", without a value`
const chain = 'test/http/audit-chain.test.ts'

/** Chapter 16 of ASVS: logging and errors. */
export const loggingFaults: AsvsFault[] = [
  ...faultsIn('src/server/team/member-sessions.ts', {
    '16.1.1': without(
      "await recordAudit(auditContext(work), 'sessions ended', { id, name, ended })",
      `${audit} › every call of members writes an entry, or is listed with why it does not`,
    ),
  }),
  ...faultsIn('src/server/audit/audit.ts', {
    '16.2.1': instead('actor: who.name,', "actor: '',", everyAct),
  }),
  ...faultsIn('src/server/platform/log.ts', {
    '16.2.1': instead('pino({ level,', 'pino({ timestamp: false, level,', oneLine),
    '16.2.2': instead(
      'pino({ level,',
      'pino({ timestamp: () => `,"time":${Date.now() + 7 * 3_600_000}`, level,',
      oneLine,
    ),
    '16.2.3': instead(
      'streamWrite: maskAddresses } }, destination)',
      "streamWrite: maskAddresses } }, destination ?? createWriteStream('log'))",
      "test/asvs.test.ts › the server's code names nothing that is not to be used",
    ),
    '16.2.4 16.4.1': instead(
      'streamWrite: maskAddresses',
      String.raw`streamWrite: (line) => maskAddresses(line).replaceAll('\\n', '\n')`,
      oneLine,
    ),
    '16.2.5': instead(
      "...('code' in error && { code: error.code }),",
      '...error,',
      `${log} › an error is logged without the rows and values that PostgreSQL quotes`,
    ),
  }),
  ...faultsIn('src/server/platform/db/role-settings.ts', {
    '16.2.2': instead(
      "TimeZone: 'UTC'",
      "TimeZone: 'Asia/Jakarta'",
      'test/safety/connections.test.ts › statements and idle transactions have a limit, set by role and not by start-up parameters',
    ),
  }),
  ...faultsIn('src/server/app.ts', {
    '16.3.2': instead(
      "(call, { summary }) => recordRefusal(call, 'refused', { what: summary })",
      'async () => {}',
      everyAct,
    ),
  }),
  ...faultsIn('src/server/platform/http/answer.ts', {
    '16.3.1 16.3.3': without('recordRefusalEvent(request, refused)', securityLine),
    '16.3.4': without("request.log.error({ err: error }, 'failed')", unexpected),
    '16.5.1': instead('Something went wrong. Request ${request.id}.', '${String(error)}', unexpected),
  }),
  ...faultsIn('src/server/visitor/track-order.ts', {
    '16.3.1': without(", { event: 'order refused' }", securityLine),
  }),
  ...faultsIn('src/server/visitor/form-post.ts', {
    '16.3.3': without("recordSecurityEvent(request, 'foreign form refused')", securityLine),
  }),
  ...faultsIn('src/server/platform/refusal.ts', {
    '16.3.3': instead(
      "tooMany: 'limit reached'",
      'tooMany: null',
      `${securityLog} › a limit that is reached is an event too, so that every kind has its test`,
    ),
  }),
  ...faultsIn('src/server/audit/entry-mac.ts', {
    '16.4.2': [
      without(
        'actor: entry.actor,',
        `${chain} › what is changed of an entry before it is chained is found in each of its columns`,
      ),
      instead(
        '${chainedAt}\\n${content}',
        '${chainedAt}',
        `${chain} › every kind of change by the owner of the database is found, and named`,
      ),
    ],
  }),
  ...faultsIn('migrations/0001_schema.sql', {
    '16.4.2': without(
      'alter table audit_events enable always trigger audit_events_append_only;',
      `${chain} › nothing in %s is changed or removed`,
    ),
  }),
  ...faultsIn('src/server/platform/mail/mail-worker.ts', {
    '16.5.2': instead(
      'return delay === undefined',
      'return delay !== undefined',
      'test/http/mail-recovery.test.ts › a mail is sent once its transport works again',
    ),
  }),
  ...faultsIn('src/server/platform/db/database.ts', {
    '16.5.3': instead(
      "orOnceMore(() => inPipelinedTransaction(db, { begin: 'begin' }, work))",
      'orOnceMore(() => work(db as Tx))',
      'test/http/mail-recovery.test.ts › a mail is queued if and only if the transaction commits',
    ),
  }),
]
