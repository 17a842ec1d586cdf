import { expect, test } from 'vitest'
import { tableColumnKeys } from '#contract/rules/order-columns.ts'
import { countedQueueNames, queueNames, queues } from '#contract/rules/queues.ts'
import { can, roles, type Role } from '#contract/rules/roles.ts'
import type { BulkActionName } from '../action-texts.ts'
import { screenOf, type ColumnKey } from './queue-screens.ts'

test('the routes are the fourteen of spec §2 and that of the open orders', () => {
  expect(queueNames.map((queue) => queues[queue].path)).toEqual([
    '/admin/my-order',
    '/admin/recent-order',
    '/admin/priority-order',
    '/admin/pending-order',
    '/admin/completed-order',
    '/admin/awaiting-response',
    '/admin/awaiting-govt',
    '/admin/contact-customer',
    '/admin/called',
    '/admin/order-history',
    '/admin/future-order',
    '/admin/deleted-order',
    '/admin/refund-order',
    '/admin/chargeback',
    '/admin/open-orders',
  ])
})

const queuesWithout = (key: ColumnKey) => queueNames.filter((queue) => !screenOf(queue).columns.includes(key))

test('Date shows on the new, future and priority queues only; Telephone not on Contact Customer', () => {
  expect(queueNames.filter((queue) => screenOf(queue).columns.includes('date'))).toEqual([
    'newOrder',
    'priorityOrder',
    'futureOrder',
  ])
  expect(queuesWithout('telephone')).toEqual(['contactCustomerOrder'])
  for (const key of tableColumnKeys) {
    if (!['date', 'telephone', 'promise'].includes(key)) expect(queuesWithout(key)).toEqual([])
  }
})

test('the promise shows where orders wait for their document, and in Order History (product §9)', () => {
  expect(queuesWithout('promise')).toEqual(['completedOrder', 'deletedOrder', 'refundOrder', 'chargeBack'])
})

test.each([
  ['answerDue', 'chargeBack'],
  ['refundAmount', 'refundOrder'],
] as const)('%s follows the specified columns, in %s only', (column, queue) => {
  expect(queueNames.filter((name) => screenOf(name).columns.includes(column))).toEqual([queue])
  expect(screenOf(queue).columns.at(-1)).toBe(column)
})

const queuesOffering = (role: Role, action: BulkActionName) =>
  queueNames.filter((queue) =>
    screenOf(queue).bulk.some((button) => button.action === action && can(role, button.permission)),
  )
const queuesWithRowDelete = (role: Role) =>
  queueNames.filter((queue) => {
    const { rowDelete } = screenOf(queue)
    return rowDelete !== null && can(role, rowDelete)
  })

test.each(roles)('%s may assign from New and Priority, and give back from My Orders (spec §6)', (role) => {
  expect(queuesOffering(role, 'assign')).toEqual(['newOrder', 'priorityOrder'])
  expect(queuesOffering(role, 'giveBack')).toEqual(['myOrder'])
})

test.each(roles)('%s may refund from Refunds (spec §6)', (role) =>
  expect(queuesOffering(role, 'refund')).toEqual(['refundOrder']),
)

test('Delete Order: Admin everywhere, Manager except on My Orders, the others in Future Orders (spec §6; product §4)', () => {
  const deletable = countedQueueNames.filter((queue) => queue !== 'deletedOrder')
  expect(queuesOffering('Admin', 'delete')).toEqual(deletable)
  expect(queuesOffering('Manager', 'delete')).toEqual(deletable.filter((queue) => queue !== 'myOrder'))
  for (const role of ['Team', 'Telecaller', 'Night Staff'] as const)
    expect(queuesOffering(role, 'delete')).toEqual(['futureOrder'])
})

test('Delete in a row: Admin and Manager, in Future Orders everyone; never on Deleted Orders', () => {
  const deletable = countedQueueNames.filter((queue) => queue !== 'deletedOrder')
  expect(queuesWithRowDelete('Admin')).toEqual(deletable)
  expect(queuesWithRowDelete('Manager')).toEqual(deletable)
  for (const role of ['Team', 'Telecaller', 'Night Staff'] as const)
    expect(queuesWithRowDelete(role)).toEqual(['futureOrder'])
})
