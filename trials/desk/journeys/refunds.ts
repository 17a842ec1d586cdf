import type { Journey } from '../run-desk.ts'

const references = ['re_1Kx81', 're_1Kx82', 're_1Kx83', 're_1Kx84', 're_1Kx85']

export const fiveRefunds: Journey = {
  name: 'five refunds with references',
  before: '57 s',
  aim: 20,
  async prepare({ page }, { server }) {
    for (const _ of references) await server.move('Admin', await server.takeIn({}), 'Refunds')
    await page.goto('/admin/refund-order')
    await page.getByText('5 to refund').waitFor()
  },
  async run({ page, press, type, think, waitFor }) {
    think()
    await press('j', 'Space')
    for (const _ of references.slice(1)) await press('j', 'Space')
    await press('y')
    const dialog = page.getByRole('dialog', { name: 'Refunded it' })
    await waitFor(dialog.getByLabel(/^Reference of order/).first())
    for (const [index, reference] of references.entries()) {
      // One looks it up at the provider's.
      think()
      if (index > 0) await press('Tab')
      await type(reference)
    }
    await press('Enter')
    await waitFor(page.getByText('5 orders have been refunded successfully'))
  },
}
