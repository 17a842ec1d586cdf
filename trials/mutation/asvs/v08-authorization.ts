import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

/** Chapter 8 of ASVS: authorization. */
export const authorizationFaults: AsvsFault[] = [
  ...faultsIn('docs/security.md', {
    '8.1.1 8.1.2': without(
      '### Who sees what',
      'test/asvs.test.ts › the sections that it refers to are there, and say something',
    ),
  }),
  ...faultsIn('src/server/platform/auth/identify.ts', {
    '8.2.1': without(
      'if (!can(member.role, access.allow)) throw new RoleRefusal(member)',
      'test/http/audit.test.ts › every act is recorded with who, what and where, and nothing else is',
    ),
    '8.3.1': instead(
      "if (!member) return refuse('unauthenticated', 'Session expired. Sign in again.')",
      "if (!member) return { kind: 'member', id: 0, name: '', email: '', role: 'Team', sessionId: '', authenticatedAt: now, mustEnrol: false } as const",
      'test/http/roles/roles.test.ts › every staff endpoint answers 401 without a session',
    ),
  }),
  ...faultsIn('src/server/visitor/downloads.queries.ts', {
    '8.2.2': instead(
      ".where('order_id', '=', orderId) .where('file1', '=', file1)",
      ".where('file1', '=', file1)",
      "test/http/visitor-downloads.test.ts › a document under another order's id answers 404",
    ),
  }),
  ...faultsIn('src/server/visitor/visit.ts', {
    '8.2.2': instead(
      'if (!actor.member) return null',
      "if (!actor.member) return { [authorised]: true, orderId, by: 'visitor' }",
      'test/http/previews.test.ts › is refused without the cookie of this order or a staff session',
    ),
  }),
  ...faultsIn('src/server/session/sessions.queries.ts', {
    '8.2.2': instead(
      ".where('id', '=', sessionId) .where('member_id', '=', memberId)",
      ".where('id', '=', sessionId)",
      "test/http/session-list.test.ts › ending another member's session is refused, even to an Admin",
    ),
  }),
  ...faultsIn('src/contract/moves.ts', {
    '8.2.3': instead(
      'body: z.strictObject({ orderId: orderIds, updatingStatus: z.enum(',
      'body: z.object({ orderId: orderIds, updatingStatus: z.enum(',
      'test/http/moves.test.ts › moving to New and unknown fields are refused',
    ),
  }),
]
