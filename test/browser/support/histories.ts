import type { Locator, Page } from '@playwright/test'

type HistoryName = 'All' | 'Messages' | 'Email History' | 'Comment History' | 'Download History' | 'Moves'

/** The tab of one of an order's histories; its name ends in a count. */
const historyTab = (page: Page, name: HistoryName): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}( \\d|$)`) })

/** The panel of one of an order's histories, once its tab is chosen. */
export const historyPanel = (page: Page, name: HistoryName): Locator =>
  page.getByRole('tabpanel', { name: new RegExp(`^${name}( \\d|$)`) })

/** Chooses one of an order's histories and returns its panel. */
export async function openHistory(page: Page, name: HistoryName): Promise<Locator> {
  await historyTab(page, name).click()
  return historyPanel(page, name)
}
