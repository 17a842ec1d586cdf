import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const sections = 'test/asvs.test.ts › the sections that it refers to are there, and say something'
const headers = 'test/safety/edges.test.ts › says in every answer how browsers are to treat it'
const retention =
  'test/http/privacy-retention.test.ts › retention erases by age only once an Admin has turned it on, and never what an open dispute holds'
const storages =
  'test/browser/storage.spec.ts › a day of work leaves no name and no search in the storages of the browser'
const signIn = 'test/browser/sign-in.spec.ts'

/** Chapter 14 of ASVS: data protection. */
export const dataProtectionFaults: AsvsFault[] = [
  ...faultsIn('docs/security.md', {
    '14.1.1': without('`visitor_sessions`,', 'test/asvs.test.ts › every table has a level of protection'),
    '14.1.2': without('### Data and its levels', sections),
  }),
  ...faultsIn('src/server/platform/http/answer.ts', {
    '14.2.2 14.3.2': instead(
      ".header('cache-control', 'no-store') if (isStream(rest.data))",
      '\n  if (isStream(rest.data))',
      headers,
    ),
  }),
  ...faultsIn('src/web/visitor/translation/use-translation.ts', {
    '14.2.3': instead(
      'if (target) void import(',
      'void import(',
      "test/browser/visitor-first-load.spec.ts › Google's script is loaded only on a translated page, and without personal data",
    ),
  }),
  ...faultsIn('src/server/privacy/retention.queries.ts', {
    '14.2.4': without('.where(({ not }) => not(disputed))', retention),
  }),
  ...faultsIn('src/server/privacy/retention.ts', {
    '14.2.4': instead(
      "const everything = await eraseDue(platform, 'all', confirmed.evidenceDays, untilMs)",
      'const everything = 0',
      retention,
    ),
  }),
  ...faultsIn('src/web/lib/use-scroll-restoration.ts', {
    '14.3.3': instead('`scroll ${(digest >>> 0).toString(36)}`', '`scroll ${address}`', storages),
  }),
  ...faultsIn('src/web/lib/back-target.ts', {
    '14.3.3': instead(
      'shownList = target',
      "shownList = target; sessionStorage.setItem('back-target', JSON.stringify(target))",
      storages,
    ),
  }),
  ...faultsIn('src/web/session/SignOutPage.tsx', {
    '14.3.1': without('.finally(removeUser)', `${signIn} › Logout in`),
  }),
  ...faultsIn('src/web/lib/client.ts', {
    '14.3.1': instead(
      "removeUser() showToast({ tone: 'bad', title: message })",
      "showToast({ tone: 'bad', title: message })",
      `${signIn} › an ended session shows the server's message, removes the stored user and opens '/'`,
    ),
  }),
  ...faultsIn('src/server/visitor/show-page.ts', {
    '14.3.2': without(
      ".header('cache-control', 'no-store')",
      'test/http/visitor-pages.test.ts › is rendered completely for its visitor and is not cacheable',
    ),
  }),
]
