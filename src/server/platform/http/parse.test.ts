import { beforeEach, expect, test, vi } from 'vitest'
import { trackOrder } from '#contract/visitor.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { parseInput } from './parse.ts'

vi.mock('#contract/rules/card-numbers.ts', async (load) => {
  const own = await load<typeof import('#contract/rules/card-numbers.ts')>()
  return { ...own, maskCards: vi.fn(own.maskCards) }
})
const looked = vi.mocked(maskCards)
beforeEach(() => {
  looked.mockClear()
})

const parse = (body: object) => parseInput(trackOrder, { params: {}, query: {}, body })
const asked = { orderId: '2000001', email: 'ana@example.com', landing_domain: 'arrival.pabean.example' }

test('a too long text is refused before its content is examined', () => {
  const long = '4242 '.repeat(10_000)
  expect(() => parse({ ...asked, email: long })).toThrow()
  expect(looked).not.toHaveBeenCalled()
})

test('a field outside the contract is not examined', () => {
  const long = '4242 '.repeat(10_000)
  expect(parse({ ...asked, unknown: long }).body).not.toHaveProperty('unknown')
  expect(looked.mock.calls.flat().join('').length).toBeLessThan(200)
})
