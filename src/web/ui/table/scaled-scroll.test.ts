import { expect, test } from 'vitest'
import { followScroll, positionAt, realHeight, SCROLL_LIMIT, type ScrollPosition } from './scaled-scroll.ts'

const small = { fullHeight: 36_000, viewHeight: 600 }
const million = { fullHeight: 36_000_000, viewHeight: 600 }
const end = million.fullHeight - million.viewHeight

test('a list under the height limit is not scaled', () => {
  expect(realHeight(small)).toBe(36_000)
  expect(followScroll({ real: 0, virtual: 0 }, 20_000, small)).toEqual({ real: 20_000, virtual: 20_000 })
  expect(positionAt(123, small)).toEqual({ real: 123, virtual: 123 })
})

test("a list over the limit has the limit's height", () => {
  expect(realHeight(million)).toBe(SCROLL_LIMIT)
})

test('small steps are not scaled, so that no row of a long list is skipped', () => {
  let place: ScrollPosition = positionAt(10_000_000, million)
  for (let step = 0; step < 50; step++) {
    const next = followScroll(place, place.real + 100, million)
    expect(next.virtual - place.virtual).toBeCloseTo(100)
    place = next
  }
})

test('both ends of a scaled list can be reached', () => {
  const middle = positionAt(18_000_000, million)
  expect(followScroll(middle, 0, million).virtual).toBe(0)
  expect(followScroll(middle, SCROLL_LIMIT, million).virtual).toBe(end)
  expect(followScroll(positionAt(30, million), -5, million).virtual).toBe(0)
})

test('a jump of the scroll bar is scaled', () => {
  const half = (SCROLL_LIMIT - million.viewHeight) / 2
  expect(followScroll({ real: 0, virtual: 0 }, half, million).virtual).toBeCloseTo(end / 2)
})

test('positionAt and followScroll are inverse', () => {
  for (const virtual of [0, 36, 1_000_000, 35_000_000, end]) {
    const place = positionAt(virtual, million)
    expect(followScroll({ real: -10_000, virtual: 0 }, place.real, million).virtual).toBeCloseTo(virtual)
    expect(followScroll(place, place.real, million).virtual).toBeCloseTo(virtual)
  }
})

test('a list that fits does not scroll', () => {
  expect(positionAt(50, { fullHeight: 300, viewHeight: 600 })).toEqual({ real: 0, virtual: 0 })
  expect(followScroll({ real: 0, virtual: 0 }, 40, { fullHeight: 300, viewHeight: 600 })).toEqual({
    real: 0,
    virtual: 0,
  })
})
