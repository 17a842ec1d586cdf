import type { Page } from '@playwright/test'

/** Goes to an address within the staff's page that is open, as its links do: nothing is loaded anew. */
export const enter = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path)
