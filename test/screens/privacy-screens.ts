import type { Page } from '@playwright/test'
import { listRequests } from '#contract/privacy-list.ts'
import { readRetention } from '#contract/privacy.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { changeAnswer, click, failing } from './screen-acts.ts'
import type { StaffScreen } from './screen.ts'

const openRequest = (description: RegExp) => async (page: Page) => {
  await page.getByRole('link', { name: description }).click()
  await page.getByRole('region', { name: /^Request of/ }).waitFor()
}

const request = (name: string, description: RegExp, act?: (page: Page) => Promise<unknown>): StaffScreen => ({
  name: `privacy-${name}`,
  path: staffScreens.privacy.path,
  isLong: true,
  act: async (page) => {
    await openRequest(description)(page)
    await act?.(page)
  },
})

const withErasure = /Access and erasure/

export const privacyScreens: readonly StaffScreen[] = [
  { name: 'privacy', path: staffScreens.privacy.path, isLong: true },
  request('new', /Access · by e-mail/),
  request('restricted', withErasure),
  request('correction', /Correction · by the site/),
  request('erased', /Erasure · by letter/),
  request('closed', /Restriction · by telephone/),
  request('erase', withErasure, async (page) => {
    await page.getByRole('table', { name: 'Dry run' }).waitFor()
    await click(/^Erase /)(page)
  }),
  request('close', /Correction · by the site/, click('Close …')),
  { name: 'privacy-request', path: staffScreens.privacy.path, act: click('New request') },
  {
    name: 'privacy-request-errors',
    path: staffScreens.privacy.path,
    act: async (page) => {
      await click('New request')(page)
      await click('Record')(page)
    },
  },
  {
    name: 'privacy-none',
    path: staffScreens.privacy.path,
    act: async (page) => {
      await changeAnswer(page, listRequests.path, { data: [], open: 0 })
      await page.reload()
    },
  },
  { name: 'privacy-failure', path: staffScreens.privacy.path, act: failing(listRequests.path) },
  { name: 'retention', path: staffScreens.retention.path },
  { name: 'retention-question', path: staffScreens.retention.path, act: click('Turn on …') },
  {
    name: 'retention-on',
    path: staffScreens.retention.path,
    act: async (page) => {
      const confirmed = { at: '2026-11-02T03:00:00.000Z', by: 'Ayu Lestari' }
      const due = { details: 12, everything: 3, disputed: 6 }
      const data = { details_days: 540, evidence_days: 1825, ...due, confirmed }
      await changeAnswer(page, readRetention.path, { data })
      await page.reload()
    },
  },
  { name: 'retention-failure', path: staffScreens.retention.path, act: failing(readRetention.path) },
]
