import type { Locator, Page } from '@playwright/test'

/** The toast that says `text`, of something that went well. */
export const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text })

/** The same with the pointer on it: it stays while other things are looked at, however slow the machine is. */
export async function heldToast(page: Page, text: string): Promise<Locator> {
  const shown = toast(page, text)
  await shown.hover()
  return shown
}
