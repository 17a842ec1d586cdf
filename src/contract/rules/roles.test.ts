import { expect, test } from 'vitest'
import { can, roles } from './roles.ts'

test('Admin and Manager manage the team, everyone works orders', () => {
  expect(roles.filter((role) => can(role, 'manageTeam'))).toEqual(['Admin', 'Manager'])
  expect(roles.filter((role) => can(role, 'workOrders'))).toEqual(roles)
})
