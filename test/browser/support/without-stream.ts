import type { Page } from '@playwright/test'

/** Blocks the stream of changes, for tests of other requests and of `networkidle`. */
export const withoutStream = (page: Page): Promise<unknown> =>
  page.route('**/api/admin/live*', (route) => route.fulfill({ status: 403 }))
