import type { Locator, Page } from '@playwright/test'

type HistoryName = 'All' | 'Messages' | 'Email History' | 'Comment History' | 'Download History' | 'Moves'

/** The tab's name ends in a count. */
const historyTab = (page: Page, name: HistoryName): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}( \\d|$)`) })

export const historyPanel = (page: Page, name: HistoryName): Locator =>
  page.getByRole('tabpanel', { name: new RegExp(`^${name}( \\d|$)`) })

export async function openHistory(page: Page, name: HistoryName): Promise<Locator> {
  await historyTab(page, name).click()
  return historyPanel(page, name)
}
