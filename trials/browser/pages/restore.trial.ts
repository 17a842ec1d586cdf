import { encodeOrderId } from '#contract/rules/order-id.ts'
import type { Role } from '#contract/rules/roles.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'
import { openHistory } from '../../../test/browser/support/histories.ts'

/** Product §3: Restore on the last event is for Admin, Manager and the member who did it. */
const cases: { role: Role; offered: boolean }[] = [
  { role: 'Team', offered: true },
  { role: 'Night Staff', offered: false },
  { role: 'Manager', offered: true },
]

for (const { role, offered } of cases)
  test.describe(role, () => {
    test.use({ role })

    test(`${offered ? 'may restore' : 'may not restore'} the last move of a Team member (product §3)`, async ({
      page,
      server,
    }) => {
      const orderId = await server.takeIn({})
      await server.move('Team', orderId, 'Awaiting')
      await server.move('Team', orderId, 'Deleted')
      await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
      const events = (await openHistory(page, 'Moves')).getByRole('listitem')
      await expect(events.first()).toContainText('Moved: Awaiting Customer → Deleted')
      const restore = events.getByRole('button', { name: 'Restore' })
      await expect(restore).toHaveCount(offered ? 1 : 0)
      if (!offered) return
      await restore.click()
      await expect(events.first()).toContainText('Restored: Deleted → Awaiting Customer')
      await expect(page.getByRole('button', { name: 'Move to Awaiting Response' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Move to Delete' })).toBeVisible()
    })
  })
