import { test as base, type Browser, type BrowserContextOptions } from '@playwright/test'
import { createTestDatabase, execute } from '../support/database.ts'
import { demoAdmin, startDemoServer, type DemoServer } from './demo-server.ts'
import { newScreenPage, sampleOrders, type SampleOrders } from './screen.ts'

const parallelPages = 2

export interface Demo {
  server: DemoServer
  orders: SampleOrders
}

export const test = base.extend<{ baseURL: string }, { demo: Demo }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from the pattern; it has none
    async ({}, use) => {
      const database = await createTestDatabase()
      const server = await startDemoServer({ DATABASE_URL: database.url })
      const orders = await sampleOrders(server)
      await openSamplesOnly(database.url, orders)
      await use({ server, orders })
      await server.end()
      await database.drop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ demo }, use) => use(demo.server.url),
})

/** The server opens each document of the demo in a process of its own, which no screen but those of the samples shows. */
function openSamplesOnly(url: string, orders: SampleOrders): Promise<void> {
  const ids = Object.values(orders).flatMap((it) => ('order_id' in it ? [it.order_id] : []))
  return execute(
    url,
    `update documents set pages = 0, unchecked = 'not read' where pages is null and order_id not in (${ids.join()})`,
  )
}

export async function openContext(
  browser: Browser,
  { server }: Demo,
  signedInAs?: string,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({ baseURL: server.url, timezoneId: 'Asia/Jakarta', ...options })
  if (signedInAs) await server.signIn(context, signedInAs === demoAdmin.name ? undefined : signedInAs)
  return context
}

export const openPage = async (browser: Browser, demo: Demo, signedInAs?: string) =>
  newScreenPage(await openContext(browser, demo, signedInAs))

export async function forEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: parallelPages }, async () => {
      for (const item of rest) await act(item)
    }),
  )
}
