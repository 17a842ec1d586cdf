import { test as base, type Page } from '@playwright/test'
import type { Role } from '#contract/rules/roles.ts'
import type { Site } from '#contract/sites.ts'
import { startDesk, type Desk } from './support/test-server.ts'
import { password, people } from './support/members.ts'

interface ForTest {
  /** A server process per test file, shared by the file's tests in sequence. */
  desk: Desk
  /** The role signed in at the start, or null for nobody. */
  role: Role | null
  /** Signs in on the sign-in page. */
  signIn: (role: Role, page?: Page) => Promise<void>
}

interface ForWorker {
  /** What the server's SITES_FILE holds; null for the built-in site. */
  sites: Site[] | null
  /** The server for this test file, started on first use after ending the previous one. */
  deskOf: (name: string) => Promise<Desk>
}

export const test = base.extend<ForTest, ForWorker>({
  sites: [null, { option: true, scope: 'worker' }],
  deskOf: [
    async ({ sites }, use) => {
      let open: { name: string; desk: Desk } | undefined
      await use(async (name) => {
        if (open?.name !== name) {
          await open?.desk.end()
          open = { name, desk: await startDesk(sites) }
        }
        return open.desk
      })
      await open?.desk.end()
    },
    { scope: 'worker' },
  ],
  desk: async ({ deskOf }, use, { file }) => use(await deskOf(file)),
  baseURL: async ({ desk }, use) => use(desk.url),
  role: [null, { option: true }],
  // Signs in by setting the stored user (spec §3, Auth state), without the sign-in page.
  storageState: async ({ desk, role }, use) => {
    const user = role && JSON.stringify({ accessToken: await desk.token(role) })
    const origins = user ? [{ origin: desk.url, localStorage: [{ name: 'user', value: user }] }] : []
    await use({ cookies: [], origins })
  },
  signIn: async ({ page }, use) => {
    await use(async (role, where = page) => {
      await where.goto('/')
      await where.getByLabel('Email ID').fill(people[role].email)
      await where.getByLabel('Password', { exact: true }).fill(password)
      await where.getByRole('button', { name: 'Sign In' }).click()
      await where.waitForURL('**/admin')
    })
  },
})
export { expect } from '@playwright/test'
export { password, people }
