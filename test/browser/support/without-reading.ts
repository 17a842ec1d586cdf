import type { Page } from '@playwright/test'

/** Leaves the reading of a chosen file unanswered, for tests of its upload: each reading starts a process. */
export const withoutReading = (page: Page): Promise<unknown> =>
  page.route('**/api/admin/read-document', () => {})
