import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const accounts = 'test/safety/accounts.test.ts'
const secondFactor = 'test/http/second-factor.test.ts'
const printed =
  'test/http/first-password.test.ts › the password that was printed is good for fourteen days, and is not to be the next one'
const anyText = `${accounts} › a password of any characters and length is taken as it is, and compared whole`
const signInPage = 'test/browser/sign-in.spec.ts › the sign-in page has the labels of the specification'
const appCode = `${secondFactor} › with an authenticator app, signing in needs a code, which nobody learns without the password`

/** Chapter 6 of ASVS: authentication. */
export const authenticationFaults: AsvsFault[] = [
  ...faultsIn('docs/security.md', {
    '6.1.1': without(
      '### Limits',
      'test/asvs.test.ts › the sections that it refers to are there, and say something',
    ),
    '6.1.2': instead(
      'welcome, login;',
      'welcome;',
      'test/asvs.test.ts › the words that are no password are those of the code',
    ),
  }),
  ...faultsIn('src/contract/session.ts', {
    '6.1.3 6.3.4 6.4.2 7.6.2': instead(
      "summary: 'The member of this session', allow: 'workOrders'",
      "summary: 'The member of this session', allow: 'anyone'",
      'test/http/roles/roles.test.ts › these calls alone are open to somebody who has not signed in',
    ),
  }),
  ...faultsIn('src/server/session/passwords.queries.ts', {
    '6.2.2': instead(
      '.set({ password_hash: passwordHash, password_expires_at: null })',
      ".set((eb) => ({ password_hash: eb.ref('password_hash') }))",
      'test/http/passwords.test.ts › changing the password after a recent sign-in ends every session of the member',
    ),
  }),
  ...faultsIn('src/server/platform/auth/common-passwords.ts', {
    '6.2.4 6.2.12': without(
      'isCommonPassword(password) ||',
      `${accounts} › %s is refused as a new password everywhere`,
    ),
    '6.2.11': without(
      "|| isKnownWords(password, [title, shortTitle, owner.name, owner.email ?? ''])",
      `${accounts} › a new password of little more than words that everybody knows of us or its owner is refused`,
    ),
  }),
  ...faultsIn('src/server/platform/auth/passwords.ts', {
    '6.2.5': instead(
      'hash(password, cost)',
      String.raw`hash(password.replaceAll(/[^\x20-\x7e]/g, ''), cost)`,
      anyText,
    ),
    '6.2.8': instead(
      'verify(compared, password)',
      'verify(compared, password).then(async (same) => same || verify(compared, ` ${password} `))',
      anyText,
    ),
    '6.2.9': instead('hash(password, cost)', 'hash(password.slice(0, 63), cost)', anyText),
  }),
  ...faultsIn('src/web/session/SignInPage.tsx', {
    '6.2.6': instead(
      "<PasswordInput {...field('password')}",
      "<TextInput {...field('password')}",
      signInPage,
    ),
    '6.2.7': [
      without('autoComplete="current-password"', signInPage),
      instead(
        'name="password"',
        'name="password" onPaste={(event) => event.preventDefault()}',
        'test/asvs.test.ts › no field of the web hinders pasting',
      ),
    ],
  }),
  ...faultsIn('src/server/session/sign-in.ts', {
    '6.2.10': instead(
      'const matches = await passwordMatches(',
      `const account = await db.selectFrom('members').select('created_at').where('email', '=', body.email).executeTakeFirst()
       const isOld = account !== undefined && now.getTime() - account.created_at.getTime() > 365 * 24 * hour
       const matches = !isOld && await passwordMatches(`,
      'test/http/sign-in.test.ts › a session ends after twelve hours, a remembered one after seven days',
    ),
  }),
  ...faultsIn('src/server/session/sign-in-limits.ts', {
    '6.3.1': without(
      '...(isKnown ? [] : [accountLimit(email)]),',
      `${accounts} › an account has fifty wrong tries a day from wherever they come; a known browser is exempt`,
    ),
  }),
  ...faultsIn('src/server/config.ts', {
    '6.3.2': instead(
      "isHttps ? '0' : '1'",
      "'1'",
      'test/safety/edges.test.ts › begins without the demo unless it is asked for',
    ),
  }),
  ...faultsIn('src/server/session/passwords.ts', {
    '6.4.3': instead(
      'const account = await setPassword(work, claimed.member_id, password)',
      `const account = await setPassword(work, claimed.member_id, password)
       await tx.deleteFrom('totp_factors').where('member_id', '=', claimed.member_id).execute()`,
      `${secondFactor} › a new password by a mailed link does not stand in for the second factor`,
    ),
  }),
  ...faultsIn('src/server/session/factors/required-factors.ts', {
    '6.4.4': without(
      'await endMemberSessions(work, memberId)',
      `${secondFactor} › an Admin resets a lost factor: the sessions end, the owner is told, the audit says so`,
    ),
  }),
  ...faultsIn('src/server/session/factors/factors.queries.ts', {
    '6.5.1': [
      without(
        ".where('last_step', '<', step)",
        `${secondFactor} › a code is good once, also for two sign-ins at once on two servers, and one step before and after`,
      ),
      instead(
        ".where('code_hash', '=', codeHash) .where('used_at', 'is', null)",
        ".where('code_hash', '=', codeHash)",
        `${secondFactor} › a recovery code opens the account once, however it is typed`,
      ),
    ],
  }),
  ...faultsIn('src/server/session/sign-in.ts', {
    '6.4.1': instead(
      'password_expires_at && password_expires_at <= now',
      'password_expires_at === now',
      printed,
    ),
  }),
  ...faultsIn('src/server/session/passwords.ts', {
    '6.4.1': without("await requireOwnPassword(work.tx, memberId, password.text, 'newPassword')", printed),
  }),
  ...faultsIn('src/server/demo/first-admin.ts', {
    '6.4.1': [
      instead('isGiven ? null : generatedPasswordExpiry(clock())', 'null', printed),
      instead(
        '? replaceExpiredPasswords(platform, tx)',
        '? []',
        'test/http/first-password.test.ts › a start after that prints another, once, and ends the sessions of the old one',
      ),
    ],
  }),
  ...faultsIn('src/server/session/factors/recovery-codes.ts', {
    '6.5.2': instead('const length = 28', 'const length = 20', appCode),
    '6.5.3': instead(
      'randomInt(alphabet.length)',
      'Math.floor(Math.random() * alphabet.length)',
      "test/asvs.test.ts › the server's code names nothing that is not to be used",
    ),
  }),
  ...faultsIn('src/server/session/factors/totp.ts', {
    '6.5.4': instead('digits: 6', 'digits: 5', appCode),
  }),
]
