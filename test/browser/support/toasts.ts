import type { Locator, Page } from '@playwright/test'

export const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text })

/** Keeps the pointer on the toast, so that it stays open on a slow machine. */
export async function heldToast(page: Page, text: string): Promise<Locator> {
  const shown = toast(page, text)
  await shown.hover()
  return shown
}
