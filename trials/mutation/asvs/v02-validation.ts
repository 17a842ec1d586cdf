import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const sections = 'test/asvs.test.ts › the sections that it refers to are there, and say something'
const refusedOrder = 'test/http/intake.test.ts › %s with the invalid value %j is refused: %s'

/** Chapter 2 of ASVS: validation and business logic. */
export const validationFaults: AsvsFault[] = [
  ...faultsIn('docs/security.md', {
    '2.1.2': without('### Input', sections),
    '2.1.3': without('### Limits', sections),
  }),
  ...faultsIn('src/server/platform/http/docs.ts', {
    '2.1.1': without(
      "...parametersOf(endpoint.query, 'query')",
      "test/http/openapi.test.ts › the OpenAPI document contains the contract's endpoints",
    ),
  }),
  ...faultsIn('src/contract/intake.ts', {
    '2.2.1': [
      instead("textMatching(key, isMailAddress, 'an e-mail address')", 'text(key)', refusedOrder),
      without(
        '.check(z.maxLength(max, `${key} has at most ${max} characters.`))',
        'test/safety/text-lengths.test.ts › every string that a call takes has a length',
      ),
    ],
  }),
  ...faultsIn('src/server/platform/http/parse.ts', {
    '2.2.2': instead(
      'result.success ? result.data : refuseIssues(result.error.issues, translate)',
      'result.success ? result.data : toStorable(value)',
      refusedOrder,
    ),
  }),
  ...faultsIn('src/server/refunds/refund-orders.ts', {
    '2.2.3': without(
      `for (const orderId of own.keys())
         if (!body.orderId.includes(orderId))
           refuse('invalid', \`Order \${orderId} is not among the chosen ones.\`)`,
      'test/http/refunds.test.ts › a refund of an order that was not chosen is refused, and nothing is refunded',
    ),
  }),
  ...faultsIn('src/server/session/factors/factors.queries.ts', {
    '2.3.1': without(
      ".where('totp_factors.confirmed_at', 'is', null)",
      'test/http/second-factor.test.ts › a secret counts only once it is confirmed, and is not replaced then',
    ),
  }),
  ...faultsIn('src/contract/common-schemas.ts', {
    '2.3.2': instead(
      'maxBulkOrders = 1000',
      'maxBulkOrders = 2000',
      'test/http/product-calls.test.ts › a bulk call accepts up to 1,000 ids and refuses more',
    ),
  }),
  ...faultsIn('src/server/session/passwords.ts', {
    '2.3.2': instead(
      'const maxOpenLinks = 5',
      'const maxOpenLinks = 50',
      'test/http/passwords.test.ts › an address gets at most five reset links at a time',
    ),
  }),
  ...faultsIn('src/server/platform/db/database.ts', {
    '2.3.3': instead(
      "orOnceMore(() => inPipelinedTransaction(db, { begin: 'begin' }, work))",
      'orOnceMore(() => work(db as Tx))',
      'test/http/mail-recovery.test.ts › a mail is queued if and only if the transaction commits',
    ),
  }),
  ...faultsIn('src/server/orders/guards.queries.ts', {
    '2.3.4': instead(
      ": sql`process_status = 'New' and assignee_id is null`",
      ": sql`process_status = 'New'`",
      'test/http/claim-race.test.ts › of fifty concurrent claims over two server processes one succeeds',
    ),
  }),
  ...faultsIn('src/server/visitor/order-link.ts', {
    '2.4.1': instead(
      'const maxPerAddress = 5',
      'const maxPerAddress = 6',
      'test/http/visitor-link.test.ts › after five requests in an hour an IP is rate limited, by call and by form',
    ),
  }),
  ...faultsIn('src/server/visitor/downloads.ts', {
    '2.4.1': instead(
      'const maxPerDay = 50',
      'const maxPerDay = 500',
      'test/safety/visitors.test.ts › a document downloaded again and again makes fifty rows a day, and counts the rest',
    ),
  }),
]
