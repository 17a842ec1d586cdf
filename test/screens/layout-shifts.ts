import type { Page } from '@playwright/test'

/** An unexpected layout shift and the moved elements. */
export interface LayoutShiftRecord {
  value: number
  moved: string
}

/** Collects a page's layout shifts, over all its documents. Browsers ignore shifts within 500 ms of a click, so API answers come 600 ms late. */
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

/** The sum over all pages of a journey, stricter than a browser's windows. */
export const cumulativeShift = (shifts: readonly LayoutShiftRecord[]) =>
  shifts.reduce((sum, { value }) => sum + value, 0)

/** The Layout Instability API, which the DOM's types lack. */
interface LayoutShiftEntry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Runs in the browser, hence one function without outer references. */
function observeInPage() {
  // The browser's PDF viewer lays itself out within its frame.
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
