import type { Page } from '@playwright/test'

/** Navigates within the open page, as its links do. */
export const enter = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path)
