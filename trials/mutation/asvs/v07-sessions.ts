import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const signIn = 'test/http/sign-in.test.ts'
const sessionList = 'test/http/session-list.test.ts'
const unsigned = `${signIn} › a token that this server did not sign is refused, whatever session it names`
const ages = `${signIn} › a session ends after twelve hours, a remembered one after seven days`
const inDatabase = `${signIn} › what the database holds of session and member decides, whatever the token says`
const confirming = `${sessionList} › confirming who one is makes new tokens and ends the old, after ten seconds for calls that are under way`
const freshSignIn =
  'test/http/roles/roles.test.ts › calls that change members, keys, the gateway, a factor or sessions need a sign-in of the last quarter of an hour'

/** Chapters 7 and 9 of ASVS: sessions, and the tokens that name them. */
export const sessionFaults: AsvsFault[] = [
  ...faultsIn('docs/security.md', {
    '7.1.1 7.1.2': without(
      '### Sessions',
      'test/asvs.test.ts › the sections that it refers to are there, and say something',
    ),
  }),
  ...faultsIn('src/server/platform/auth/sessions.ts', {
    '7.2.1': without(".where('s.expires_at', '>', now)", inDatabase),
    '7.2.4': without(", eb('s.former_token_until', '>', now)", confirming),
    '7.3.1': instead(
      ".where(isNotIdle(time)) .where('m.removed_at', 'is', null)",
      ".where('m.removed_at', 'is', null)",
      `${sessionList} › a session ends after two hours without activity, and what a page fetches by itself is none`,
    ),
    '7.4.1': without(
      ".where('s.revoked_at', 'is', null)",
      `${signIn} › calls without a session, with an invalid one and after signing out answer 401 with status 401`,
    ),
    '9.2.2': without(".where('m.removed_at', 'is', null)", inDatabase),
  }),
  ...faultsIn('src/web/session/ConfirmSignInDialog.tsx', {
    '7.2.4': without(
      'renewToken(jwtToken)',
      'test/browser/account-security.spec.ts › after one tab has confirmed who it is, the others go on with the new token and keep what they hold',
    ),
  }),
  ...faultsIn('src/server/session/sign-in.ts', {
    '7.2.2 7.2.4': without(
      'if (replaced) await revokeSession(tx, replaced.id, replaced.sessionId, now)',
      `${sessionList} › signing in anew in the same browser ends the session that it had`,
    ),
    '7.3.2 9.2.1': [
      instead('usual: 12 * hour', 'usual: 13 * hour', ages),
      instead('remembered: 7 * 24 * hour', 'remembered: 8 * 24 * hour', ages),
    ],
  }),
  ...faultsIn('src/server/platform/auth/tokens.ts', {
    '7.2.3 9.1.1 9.1.3': instead(
      "jwtVerify<{ sid?: string }>(token, key, { algorithms: ['HS256'], currentDate: now }).then(",
      "Promise.resolve({ payload: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) }).then(",
      unsigned,
    ),
    '9.1.2': without("algorithms: ['HS256'],", unsigned),
  }),
  ...faultsIn('src/server/team/team.ts', {
    '7.4.2': instead(
      'await markRemoved(work.tx, member.id, work.now) await endMemberSessions(work, member.id)',
      'await markRemoved(work.tx, member.id, work.now)',
      'test/http/team.test.ts › a removed member cannot sign in, their sessions end, and their e-mail and name can be reused',
    ),
  }),
  ...faultsIn('src/server/session/factors/enrol.ts', {
    '7.4.3': without(
      'await endOtherSessions(work)',
      'test/http/second-factor.test.ts › a changed second factor ends the sessions in other browsers',
    ),
  }),
  ...faultsIn('src/server/session/passwords.ts', {
    '7.4.3': without(
      'await endMemberSessions(work, memberId)',
      'test/http/passwords.test.ts › changing the password after a recent sign-in ends every session of the member',
    ),
  }),
  ...faultsIn('src/web/session/SignOutPage.tsx', {
    '7.4.4': without('if (readStoredUser()) void endSession()', 'test/browser/sign-in.spec.ts › Logout in'),
  }),
  ...faultsIn('src/server/team/member-sessions.ts', {
    '7.4.5': without(
      'await endMemberSessions(work, id)',
      `${sessionList} › an Admin lists and ends another member's sessions, one or all, and the audit says so`,
    ),
  }),
  ...faultsIn('src/server/platform/http/http.ts', {
    '7.5.1': without('if (endpoint.needsFreshSignIn) requireFreshSignIn(actor, now)', freshSignIn),
  }),
  ...faultsIn('src/contract/session.ts', {
    '7.5.2': without('needsFreshSignIn: true,', freshSignIn),
  }),
  ...faultsIn('src/server/session/sessions.queries.ts', {
    '7.2.4': without('token_id: sql<string>`gen_random_uuid()`,', confirming),
    '7.5.2': instead(
      ".select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at']) .where('member_id', '=', memberId)",
      ".select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])",
      `${sessionList} › a member lists their own sessions with device, IP, last seen and the current one`,
    ),
  }),
]
