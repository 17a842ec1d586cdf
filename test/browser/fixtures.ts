import { test as base, type Page } from '@playwright/test'
import type { Reply } from '#contract/endpoint.ts'
import type { Role } from '#contract/rules/roles.ts'
import { signIn } from '#contract/session.ts'
import type { Site } from '#contract/sites.ts'
import { createSharedContext, type SharedContext } from './support/shared-context.ts'
import { startTestServer, type TestServer } from './support/test-server.ts'
import { memberPassword, members } from './support/members.ts'

interface TestFixtures {
  /** The worker's server, which each test file finds with the members alone. */
  server: TestServer
  /** The role signed in at the start, or null for nobody. */
  role: Role | null
  /** Signs in with a session of its own, without the sign-in page, and opens the dashboard. */
  signIn: (role: Role, page?: Page) => Promise<void>
  signOut: () => Promise<void>
}

interface WorkerFixtures {
  /** What the server's SITES_FILE holds; null for the built-in site. */
  sites: Site[] | null
  /** The name in the server's address. */
  hostName: string
  workerServer: TestServer
  sharedContext: SharedContext
  /** The worker's server; at the first call for a test file it is reset. */
  serverFor: (name: string) => Promise<TestServer>
}

/** Playwright's. */
const defaultLocale = 'en-US'
const storedUser = (accessToken: string) => JSON.stringify({ accessToken })

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sites: [null, { option: true, scope: 'worker' }],
  hostName: ['127.0.0.1', { option: true, scope: 'worker' }],
  workerServer: [
    async ({ sites, hostName }, use) => {
      const server = await startTestServer(sites, hostName)
      await use(server)
      await server.end()
    },
    { scope: 'worker' },
  ],
  sharedContext: [
    async ({ browser, workerServer }, use) => {
      const shared = createSharedContext(browser, workerServer.url)
      await use(shared)
      await shared.end()
    },
    { scope: 'worker' },
  ],
  serverFor: [
    async ({ workerServer: server }, use) => {
      let current: string | undefined
      await use(async (name) => {
        if (current !== undefined && current !== name) await server.reset()
        current = name
        return server
      })
    },
    { scope: 'worker' },
  ],
  server: async ({ serverFor }, use, { file }) => use(await serverFor(file)),
  baseURL: async ({ server }, use) => use(server.url),
  role: [null, { option: true }],
  // Signs in by setting the stored user (spec §3, Auth state), without the sign-in page.
  context: async ({ sharedContext, browser, server, role, locale, timezoneId, javaScriptEnabled }, use) => {
    const items: Record<string, string> = role ? { user: storedUser(await server.token(role)) } : {}
    if (locale === defaultLocale && timezoneId === undefined && javaScriptEnabled) {
      await use(await sharedContext.open(items))
      await sharedContext.clear()
      return
    }
    const localStorage = Object.entries(items).map(([name, value]) => ({ name, value }))
    const storageState = { cookies: [], origins: [{ origin: server.url, localStorage }] }
    const context = await browser.newContext({ storageState })
    await use(context)
    await context.close()
  },
  page: async ({ context, viewport, reducedMotion }, use) => {
    const page = await context.newPage()
    if (viewport) await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion })
    await use(page)
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
      const data = { email: members[role].email, password: memberPassword }
      const answer = await signInPage.request.post(`/api${signIn.path}`, { data })
      const { jwtToken } = (await answer.json()) as Reply<typeof signIn>
      // The cheapest page of this origin.
      await signInPage.goto('/robots.txt')
      await signInPage.evaluate((user) => localStorage.setItem('user', user), storedUser(jwtToken))
      await signInPage.goto('/admin')
    })
  },
})
export { expect } from '@playwright/test'
export { memberPassword as password, members as people }
