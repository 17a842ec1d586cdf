/** The promises of docs/security.md, and the tests that try to break each. */
export interface Promised {
  promise: string
  tests: readonly string[]
  /** Of a browser, which this run does not start. */
  browserTests?: readonly string[]
}

export const promises: readonly Promised[] = [
  { promise: '1 Bodies', tests: ['test/safety/bodies.test.ts'] },
  {
    promise: '2 Connections, and what the server may do in the database',
    tests: [
      'test/safety/connections.test.ts',
      'test/safety/database-role.test.ts',
      'test/server-rights.test.ts',
      'test/http/migrations.test.ts',
    ],
  },
  { promise: '3 Text', tests: ['test/safety/text-lengths.test.ts'] },
  { promise: '4 Mail that comes in', tests: ['test/safety/incoming-mail.test.ts'] },
  {
    promise: '5 Hostile files',
    tests: [
      'test/safety/hostile-files.test.ts',
      'test/http/previews.test.ts',
      'test/http/proposals.test.ts',
      'test/http/official-mails.test.ts',
      'test/safety/malware.test.ts',
    ],
  },
  {
    promise: '6 Accounts',
    tests: [
      'test/safety/accounts.test.ts',
      'test/http/first-password.test.ts',
      'src/server/platform/auth/passwords.test.ts',
    ],
  },
  {
    promise: '7 Second factor',
    tests: ['test/http/second-factor.test.ts'],
    browserTests: ['test/browser/second-factor.spec.ts'],
  },
  {
    promise: '8 Who may do what, and sensitive changes',
    tests: [
      'test/http/roles/roles.test.ts',
      'test/http/account-notices.test.ts',
      'test/http/session-list.test.ts',
      'test/http/bulk-runs.test.ts',
      'test/http/live.test.ts',
      'test/http/export-runs.test.ts',
    ],
    browserTests: ['test/browser/account-security.spec.ts'],
  },
  {
    promise: '9 Visitors',
    tests: [
      'test/safety/visitors.test.ts',
      'test/http/guess-attacks.test.ts',
      'test/http/visitor-track.test.ts',
      'src/server/intake/order-id-permutation.test.ts',
    ],
  },
  {
    promise: '10 Secrets and sealed data',
    tests: [
      'test/safety/canaries.test.ts',
      'test/safety/canary-words.test.ts',
      'test/safety/data-keys.test.ts',
      'test/safety/key-rotation.test.ts',
      'test/http/reseal.test.ts',
      'test/http/hooks-inbound.test.ts',
      'src/server/platform/seal.test.ts',
      'src/server/backup/sealed-object.test.ts',
      'src/server/platform/files/sealed-files.test.ts',
      'src/server/platform/log.test.ts',
      'src/server/platform/http/request-id.test.ts',
    ],
  },
  { promise: '11 Edges', tests: ['test/safety/edges.test.ts', 'src/server/config/config.test.ts'] },
  { promise: '12 Hostile input', tests: ['test/fuzz/fuzz.test.ts', 'test/http/openapi.test.ts'] },
  {
    promise: '13 Card and identity numbers',
    tests: [
      'test/safety/card-numbers.test.ts',
      'src/contract/rules/card-numbers.test.ts',
      'src/web/identity-numbers/mask-order.test.ts',
    ],
    browserTests: ['test/browser/masked-numbers.spec.ts'],
  },
  {
    promise: '14 The audit and security events',
    tests: [
      'test/http/audit.test.ts',
      'test/http/audit-chain.test.ts',
      'test/safety/security-log.test.ts',
      'src/server/platform/http/security-log.test.ts',
    ],
  },
  {
    promise: '15 The privacy desk',
    tests: [
      'test/http/privacy.test.ts',
      'test/http/backup.test.ts',
      'test/http/backup-managed.test.ts',
      'test/http/privacy-retention.test.ts',
      'test/http/access-links.test.ts',
      'test/http/questions.test.ts',
      'test/safety/erasure.test.ts',
    ],
  },
]
