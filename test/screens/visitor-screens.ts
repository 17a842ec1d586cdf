import type { Page } from '@playwright/test'
import { languageCodes, type LanguageCode } from '#contract/rules/languages.ts'
import { answerPath, orderPath, trackPath } from '#contract/rules/visitor-addresses.ts'
import { emailOf, type SampleOrders, type Screen } from './screen.ts'

const submitEmpty = (page: Page) => page.locator('form button[type=submit]').first().click()

const submitUnknown = async (page: Page) => {
  await page.locator('input[name=orderId]').fill('999999')
  await page.locator('input[type=email], input[name=email]').first().fill('somebody@example.com')
  await submitEmpty(page)
}

const openLanguages = (page: Page) => page.locator('summary, button[aria-expanded]').first().click()

const openQuestion = async (page: Page, orders: SampleOrders) => {
  await page.locator('input[name=email]').fill(emailOf(orders.awaitingOrder))
  await submitEmpty(page)
  await page.locator('input[name=confirmed]').waitFor({ state: 'attached' })
}

const answerUnchanged = async (page: Page, orders: SampleOrders) => {
  await openQuestion(page, orders)
  await submitEmpty(page)
}

type VisitorScreen = Omit<Screen, 'signedIn' | 'path'> & { path: Screen['path'] }

const states: readonly VisitorScreen[] = [
  { name: 'track', path: () => trackPath(null) },
  { name: 'track-link', path: (orders) => trackPath(orders.completedOrder.order_id) },
  { name: 'track-errors', path: () => trackPath(null), act: submitEmpty },
  { name: 'track-refused', path: () => trackPath(null), act: submitUnknown },
  { name: 'languages', path: () => trackPath(null), act: openLanguages },
  ...(
    [
      ['waiting', 'newOrder'],
      ['answer', 'awaitingOrder'],
      ['customs', 'awaitingGovtOrder'],
      ['closed', 'refundOrder'],
      ['download', 'completedOrder'],
    ] as const
  ).map(([name, key]): VisitorScreen => ({
    name,
    path: (orders) => orderPath(orders[key].order_id),
    opened: key,
    isLong: true,
  })),
  { name: 'question-email', path: (orders) => orders.questionPath() },
  { name: 'question', path: (orders) => orders.questionPath(), act: openQuestion, isLong: true },
  { name: 'question-errors', path: (orders) => orders.questionPath(), act: answerUnchanged, isLong: true },
  { name: 'question-over', path: () => answerPath('unknown') },
  { name: 'locked', path: (orders) => orderPath(orders.completedOrder.order_id) },
  { name: 'not-found', path: () => '/get-new-order-details/nothing' },
]

const inLanguage = ({ name, path, ...rest }: VisitorScreen, code: LanguageCode): Screen => ({
  ...rest,
  name: `visitor-${name}${code === 'en' ? '' : `-${code}`}`,
  signedIn: false,
  path: async (orders) => `${await path(orders)}?lang=${code}`,
})

/** In English, from right to left, and in the script with the tallest lines. */
export const visitorScreens: readonly Screen[] = (['en', 'ar', 'th'] as const).flatMap((code) =>
  states.map((state) => inLanguage(state, code)),
)

/** Tracking and download in the other languages. */
export const visitorLanguageScreens: readonly Screen[] = languageCodes.flatMap((code) =>
  states.filter(({ name }) => ['track', 'download'].includes(name)).map((state) => inLanguage(state, code)),
)
