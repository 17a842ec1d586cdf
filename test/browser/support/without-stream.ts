import type { Page } from '@playwright/test'

/** The page does not follow what others change: for what is said of its other requests, and to wait until there are none. */
export const withoutStream = (page: Page): Promise<unknown> =>
  page.route('**/api/admin/live*', (route) => route.fulfill({ status: 403 }))
