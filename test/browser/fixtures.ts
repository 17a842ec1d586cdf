import { test as base, type Page } from '@playwright/test'
import type { Role } from '#contract/rules/roles.ts'
import type { Site } from '#contract/sites.ts'
import { startTestServer, type TestServer } from './support/test-server.ts'
import { memberPassword, members } from './support/members.ts'

interface TestFixtures {
  /** A server process per test file, shared by the file's tests in sequence. */
  server: TestServer
  /** The role signed in at the start, or null for nobody. */
  role: Role | null
  /** Signs in on the sign-in page. */
  signIn: (role: Role, page?: Page) => Promise<void>
  signOut: () => Promise<void>
}

interface WorkerFixtures {
  /** What the server's SITES_FILE holds; null for the built-in site. */
  sites: Site[] | null
  /** The name in the server's address. */
  hostName: string
  /** The server for this test file, started on first use after ending the previous one. */
  serverFor: (name: string) => Promise<TestServer>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sites: [null, { option: true, scope: 'worker' }],
  hostName: ['127.0.0.1', { option: true, scope: 'worker' }],
  serverFor: [
    async ({ sites, hostName }, use) => {
      let open: { name: string; server: TestServer } | undefined
      await use(async (name) => {
        if (open?.name !== name) {
          await open?.server.end()
          open = { name, server: await startTestServer(sites, hostName) }
        }
        return open.server
      })
      await open?.server.end()
    },
    { scope: 'worker' },
  ],
  server: async ({ serverFor }, use, { file }) => use(await serverFor(file)),
  baseURL: async ({ server }, use) => use(server.url),
  role: [null, { option: true }],
  // Signs in by setting the stored user (spec §3, Auth state), without the sign-in page.
  storageState: async ({ server, role }, use) => {
    const user = role && JSON.stringify({ accessToken: await server.token(role) })
    const origins = user ? [{ origin: server.url, localStorage: [{ name: 'user', value: user }] }] : []
    await use({ cookies: [], origins })
  },
  signOut: async ({ page }, use) => {
    await use(async () => {
      await page.goto('/logout')
      // A page that is left sooner may not have removed the stored user yet.
      await page.waitForURL('**/')
    })
  },
  signIn: async ({ page }, use) => {
    await use(async (role, signInPage = page) => {
      await signInPage.goto('/')
      await signInPage.getByLabel('Email ID').fill(members[role].email)
      await signInPage.getByLabel('Password', { exact: true }).fill(memberPassword)
      await signInPage.getByRole('button', { name: 'Sign In' }).click()
      await signInPage.waitForURL('**/admin')
    })
  },
})
export { expect } from '@playwright/test'
export { memberPassword as password, members as people }
