import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const sections = 'test/asvs.test.ts › the sections that it refers to are there, and say something'
const twice =
  'test/http/openapi.test.ts › a body that reaches for the prototype and a parameter given twice are refused'

/** Chapter 15 of ASVS: coding and architecture. */
export const codingFaults: AsvsFault[] = [
  ...faultsIn('docs/security.md', {
    '15.1.1': without('### Packages', sections),
    '15.1.3': without('### What is costly', sections),
  }),
  ...faultsIn('docs/dependencies.md', {
    '15.1.2': without(
      '| `fastify` | the HTTP server | MIT |',
      'test/dependencies.test.ts › %s lists all %s and no others, with their licences',
    ),
  }),
  ...faultsIn('scripts/lib/judge-packages.ts', {
    '15.2.1': instead(
      'if (days !== null && days <= allowed) return []',
      'return []',
      'test/packages.test.ts › what %s may be vulnerable (%s) for %i days after the version that mends it',
    ),
  }),
  ...faultsIn('scripts/lib/judge-packages.ts', {
    '15.2.1': instead(
      'release && daysSince(facts, release.at) > allowed',
      'false',
      'test/packages.test.ts › %s may be out for its time, counted from the first',
    ),
  }),
  ...faultsIn('src/server/services.ts', {
    '15.2.2': instead(
      'longReads: longReads.db, pools, ...serverKeys',
      'longReads: db, pools, ...serverKeys',
      'test/safety/connections.test.ts › twelve slow readers of long lists keep nobody from signing in, /readyz or tracking',
    ),
  }),
  ...faultsIn('src/server/platform/http/body-guard.ts', {
    '15.2.2': instead(
      '() => claimSlot(request.ip)',
      '() => () => {}',
      'test/safety/bodies.test.ts › is refused where its address has too many already',
    ),
  }),
  ...faultsIn('src/server/platform/http/answer.ts', {
    '15.3.1': instead(
      'endpoint.reply ? z.parse(endpoint.reply, isWritten ? { ...rest, data: [] } : rest) : rest',
      'rest',
      'src/server/platform/http/answer.test.ts › an answer has the fields that the contract states, whatever else a handler found',
    ),
  }),
  ...faultsIn('src/server/hooks/aws/receive-sns.ts', {
    '15.3.2': instead(
      "fetch(url, { redirect: 'error'",
      "fetch(url, { redirect: 'follow'",
      "test/asvs.test.ts › the server's code names nothing that is not to be used",
    ),
  }),
  ...faultsIn('src/contract/moves.ts', {
    '15.3.3': instead(
      'body: z.strictObject({ orderId: orderIds, updatingStatus: z.enum(',
      'body: z.object({ orderId: orderIds, updatingStatus: z.enum(',
      'test/http/moves.test.ts › moving to New and unknown fields are refused',
    ),
  }),
  ...faultsIn('src/server/app.ts', {
    '15.3.4': instead(
      'platform.config.trustProxy ?? false',
      'platform.config.trustProxy ?? true',
      'test/http/sign-in.test.ts › an address that a caller claims is not believed where no proxy is trusted',
    ),
    '15.3.7': instead(
      'routerOptions: { maxParamLength: 500 }',
      'routerOptions: { maxParamLength: 500, querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)) }',
      twice,
    ),
  }),
  ...faultsIn('src/server/platform/http/parse.ts', {
    '15.3.5': instead(
      'result.success ? result.data : refuseIssues(result.error.issues, translate)',
      'result.success ? result.data : toStorable(value)',
      'test/http/intake.test.ts › %s with the invalid value %j is refused: %s',
    ),
  }),
  ...faultsIn('src/server/platform/http/json-body.ts', {
    '15.3.6': instead(
      "app.getDefaultJsonParser('error', 'error')",
      "app.getDefaultJsonParser('ignore', 'ignore')",
      twice,
    ),
  }),
]
