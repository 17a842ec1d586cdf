import type { Page } from '@playwright/test'

/** A shift of the page's content that nobody asked for, with what moved. */
export interface LayoutShiftRecord {
  value: number
  moved: string
}

/**
 * Collects the layout shifts of a page from now on, over all its documents. Answers of the API come 600 ms late, so
 * that what they move does not count as the consequence of the last click, which browsers leave out for 500 ms.
 */
export async function collectLayoutShifts(page: Page): Promise<LayoutShiftRecord[]> {
  const shifts: LayoutShiftRecord[] = []
  await page.exposeBinding('reportLayoutShift', (_source, shift: LayoutShiftRecord) => {
    shifts.push(shift)
  })
  await page.addInitScript(observeInPage)
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  return shifts
}

/** The cumulative layout shift of a journey: the sum over all its pages, stricter than a browser's own windows. */
export const cumulativeShift = (shifts: readonly LayoutShiftRecord[]) =>
  shifts.reduce((sum, { value }) => sum + value, 0)

/** What browsers report (Layout Instability API), which the DOM's types do not know. */
interface LayoutShiftEntry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Runs in the browser, hence one function without anything from outside. */
function observeInPage() {
  // The browser's own viewer of a PDF lays itself out within its frame.
  if (window !== window.top) return
  const rect = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`
  const report: unknown = Reflect.get(window, 'reportLayoutShift')
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShiftEntry[]) {
      if (entry.hadRecentInput || typeof report !== 'function') continue
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement
        return `${element?.outerHTML.slice(0, 90)} from ${rect(previousRect)} to ${rect(currentRect)}`
      })
      report({ value: entry.value, moved: `${location.pathname}: ${moved.join('; ')}` })
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}
