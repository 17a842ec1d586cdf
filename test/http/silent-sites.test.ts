import { expect, test } from 'vitest'
import { shiftDesk } from '#contract/shift-desk.ts'
import { selectQuietSites, watchSites } from '#server/silent-sites/silent-sites.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const hourMs = 60 * 60_000
const now = new Date('2026-11-25T12:00:00Z')
const app = useTestApp({ clock: () => now })

/** Orders of a site, one in each of these hours before now. */
async function placeOrders(domain: string, hoursAgo: readonly number[]) {
  const orderId = await createTestOrder(app, { landing_domain: domain })
  const { db } = app.platform
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('orders')
    .values(
      hoursAgo.map((hours, at) => ({
        ...row,
        order_id: orderId * 1000 + at,
        created_at: new Date(now.getTime() - hours * hourMs),
      })),
    )
    .execute()
  await db
    .updateTable('orders')
    .set({ created_at: new Date(now.getTime() - 8 * hourMs) })
    .where('order_id', '=', orderId)
    .execute()
}

/** Every half hour of the seven weeks before this one, and of one week none. */
const usual = Array.from({ length: 8 }, (_, week) => week)
  .filter((week) => week !== 3)
  .flatMap((week) => Array.from({ length: 16 }, (_, at) => (week + 1) * 168 + at / 2 + 0.1))

test('a site is silent where the same hours of the weeks before had five orders, fewer on a quiet day; Admins are mailed once, and once when it speaks again (product §14)', async () => {
  await placeOrders('busy.example', usual)
  const morning = Array.from({ length: 8 }, (_, week) => week + 1).flatMap((week) =>
    Array.from({ length: 10 }, (_, at) => week * 168 + 9 + at),
  )
  await placeOrders('holiday.example', [...usual, ...morning])
  const dense = Array.from({ length: 8 }, (_, week) => week + 1).flatMap((week) =>
    Array.from({ length: 20 }, (_, at) => week * 168 + at / 100),
  )
  await placeOrders('paused.example', [...dense, 0.3])
  await placeOrders('slow.example', [168.5, 336.5, 504.5])
  await placeOrders('gone.example', [9 * 168])
  expect(await selectQuietSites(app.platform.db, now)).toMatchObject([
    { domain: 'busy.example', expected: 16 },
  ])
  await Promise.all([watchSites(app.platform), watchSites(app.platform)])
  await watchSites(app.platform)
  const mails = () =>
    app.platform.db.selectFrom('mails').select(['recipient']).where('kind', '=', 'silence').execute()
  const admins = await app.platform.db
    .selectFrom('members')
    .select('id')
    .where('role', '=', 'Admin')
    .execute()
  expect(await mails()).toHaveLength(admins.length)
  const desk = await app.as('Team').call(shiftDesk)
  expect(desk.body.data.silent_sites).toMatchObject([{ domain: 'busy.example' }])
  await createTestOrder(app, { landing_domain: 'busy.example' })
  await watchSites(app.platform)
  await watchSites(app.platform)
  expect(await mails()).toHaveLength(2 * admins.length)
  expect((await app.as('Team').call(shiftDesk)).body.data.silent_sites).toEqual([])
})
