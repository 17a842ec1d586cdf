import type { Browser, BrowserContext, Page } from '@playwright/test'

async function emptyStorage(): Promise<void> {
  localStorage.clear()
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
  for (const name of await caches.keys()) await caches.delete(name)
}

function storeItems(items: Record<string, string>): void {
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
}

/** Playwright's clock belongs to the context and cannot be removed. */
const hasClock = (page: Page) => page.evaluate(() => '__pwClock' in globalThis)

/** A context that a worker's tests share in turn, so that scripts are compiled once. */
export interface SharedContext {
  open(items: Record<string, string>): Promise<BrowserContext>
  /** Removes pages, routes, cookies, permissions and stored data of a test. */
  clear(): Promise<void>
  end(): Promise<void>
}

export function createSharedContext(browser: Browser, origin: string): SharedContext {
  let current: { context: BrowserContext; keeper: Page } | undefined

  async function begin() {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const keeper = await context.newPage()
    // An open page of the origin keeps the process with the compiled scripts.
    await keeper.goto(`${origin}/robots.txt`)
    return (current = { context, keeper })
  }

  async function end() {
    await current?.context.close()
    current = undefined
  }

  return {
    async open(items) {
      const { context, keeper } = current ?? (await begin())
      await keeper.evaluate(storeItems, items)
      return context
    },
    async clear() {
      if (!current) return
      const { context, keeper } = current
      if (await hasClock(keeper)) return end()
      for (const page of context.pages()) if (page !== keeper) await page.close()
      await keeper.evaluate(emptyStorage)
      await Promise.all([
        context.clearCookies(),
        context.clearPermissions(),
        context.setOffline(false),
        context.unrouteAll(),
      ])
    },
    end,
  }
}
