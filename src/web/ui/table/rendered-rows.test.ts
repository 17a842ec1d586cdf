import { array, assert, double, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { rowsToRender, ROWS_PER_STEP } from './rendered-rows.ts'
import { followScroll, positionAt, realHeight } from './scaled-scroll.ts'

const row = 36

/** A list, a start position, and scroll steps and jumps from there. */
const scrollRuns = record({
  count: oneof(integer({ min: 1, max: 500 }), integer({ min: 400_000, max: 5_000_000 })),
  view: integer({ min: 200, max: 1500 }),
  start: double({ min: 0, max: 1, noNaN: true }),
  ways: array(integer({ min: -3000, max: 3000 }), { maxLength: 12 }),
})

test('at every scroll position all visible rows are rendered, within the list and in small number', () => {
  assert(
    property(scrollRuns, ({ count, view, start, ways }) => {
      const extent = { fullHeight: count * row, viewHeight: view }
      let place = positionAt(start * extent.fullHeight, extent)
      for (const way of [0, ...ways]) {
        place = followScroll(place, place.real + way, extent)
        const { first, last, shift } = rowsToRender(place, extent, row)
        const end = Math.min(last, count - 1)
        expect(first).toBeLessThanOrEqual(Math.floor(place.virtual / row))
        expect(end).toBeGreaterThanOrEqual(
          Math.min(count, Math.ceil((place.virtual + view) / row - 0.02)) - 1,
        )
        expect(first * row + shift).toBeGreaterThanOrEqual(-1)
        expect((end + 1) * row + shift).toBeLessThanOrEqual(realHeight(extent) + 1)
        expect(end - first).toBeLessThanOrEqual(view / row + 4 * ROWS_PER_STEP)
      }
    }),
  )
})
