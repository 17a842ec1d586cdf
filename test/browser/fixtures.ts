import { test as base, type Page } from '@playwright/test'
import type { Reply } from '#contract/endpoint.ts'
import type { Role } from '#contract/rules/roles.ts'
import { signIn } from '#contract/session.ts'
import { createSharedContext, type SharedContext } from './support/shared-context.ts'
import { startTestServer, type TestServer } from './support/test-server.ts'
import { memberPassword, members } from './support/members.ts'

interface TestFixtures {
  /** Reset to the members alone for each test file. */
  server: TestServer
  /** The role signed in at the start, or null. */
  role: Role | null
  /** Signs in with a new session and opens the dashboard. */
  signIn: (role: Role, page?: Page) => Promise<void>
  signOut: () => Promise<void>
}

interface WorkerFixtures {
  hostName: string
  workerServer: TestServer
  sharedContext: SharedContext
  /** Resets the server at the first call for a test file. */
  serverFor: (name: string) => Promise<TestServer>
}

const defaultLocale = 'en-US'
const storedUser = (accessToken: string) => JSON.stringify({ accessToken })

export const test = base.extend<TestFixtures, WorkerFixtures>({
  hostName: ['127.0.0.1', { option: true, scope: 'worker' }],
  workerServer: [
    async ({ hostName }, use) => {
      const server = await startTestServer(hostName)
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
  // Sets the stored user (spec §3, Auth state).
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
      await signInPage.goto('/robots.txt')
      await signInPage.evaluate((user) => localStorage.setItem('user', user), storedUser(jwtToken))
      await signInPage.goto('/admin')
    })
  },
})
export { expect } from '@playwright/test'
export { memberPassword as password, members as people }
