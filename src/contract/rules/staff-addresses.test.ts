import { expect, test } from 'vitest'
import { queues } from './queues.ts'
import { staffScreens } from './staff-screens.ts'
import { decodeOrderId, encodeOrderId } from './order-id.ts'
import { matchesAny } from './page-patterns.ts'
import {
  chargebackAliasPath,
  forgotPasswordPath,
  manageTeamPattern,
  resetPasswordPath,
  resetPasswordPattern,
  signInPath,
  staffPagePatterns,
  teamMemberPath,
  viewOrderPath,
  viewOrderPattern,
} from './staff-addresses.ts'

test('an order view names its order by the encoded id', () => {
  const [, id = ''] = /^\/admin\/view-order\/([^/]+)$/.exec(viewOrderPath(2048654)) ?? []
  expect(id).not.toBe('2048654')
  expect(decodeOrderId(id)).toBe('2048654')
})

test('a member and a reset link have addresses of their own', () => {
  expect(teamMemberPath(7)).toBe('/admin/manage-team/7')
  expect(resetPasswordPath('abc')).toBe('/reset-password/abc')
})

test('an address is its pattern with the parameter filled in', () => {
  expect(viewOrderPattern.replace(':orderId', encodeOrderId(2048654))).toBe(viewOrderPath(2048654))
  expect(manageTeamPattern.replace(':teamMemberId?', '7')).toBe(teamMemberPath(7))
  expect(resetPasswordPattern.replace(':token', 'abc')).toBe(resetPasswordPath('abc'))
})

test('the chargeback list has the specification’s short address too', () =>
  expect(chargebackAliasPath).toBe('/chargeback'))

const screenPaths = [...Object.values(staffScreens), ...Object.values(queues)].map(({ path }) => path)

test('no two pages have the same address', () => {
  const paths = [...screenPaths, signInPath, forgotPasswordPath, chargebackAliasPath]
  expect(new Set(paths).size).toBe(paths.length)
})

test.each([
  ...screenPaths.map((path) => path.replace(/\?.*/, '')),
  signInPath,
  forgotPasswordPath,
  chargebackAliasPath,
  viewOrderPath(2048654),
  teamMemberPath(7),
  resetPasswordPath('abc'),
  '/admin/nonsense/below',
])('%s is answered with the staff page', (path) => {
  expect(matchesAny(staffPagePatterns, path)).toBe(true)
})

test.each(['/administrator', '/logout/now', '/track-order', '/api/docs', '/somewhere'])(
  '%s is not',
  (path) => {
    expect(matchesAny(staffPagePatterns, path)).toBe(false)
  },
)
