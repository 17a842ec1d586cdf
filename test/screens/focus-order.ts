import type { Page } from '@playwright/test'

export interface FocusStop {
  region: string
  /** The region's place in reading order, from 0; null outside of regions and in the main region. */
  rank: number | null
  name: string
  /** Nothing of it is to be seen (WCAG 2.4.11). */
  isHidden: boolean
}

/** px within which two regions begin at the same height. */
const sameLine = 8
const maxStops = 150

/** Presses Tab until the focus leaves the page or returns to the first stop. */
export async function focusOrder(page: Page): Promise<FocusStop[]> {
  await page.evaluate(rankRegions, sameLine)
  const stops: FocusStop[] = []
  for (let count = 0; count < maxStops; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeFocus, count === 0)
    if (stop === null) break
    stops.push(stop)
  }
  return stops
}

/** Stops more than one region back, with the stop before. */
export const jumpsBack = (stops: readonly FocusStop[]) =>
  stops.flatMap((stop, index) => {
    const before = stops[index - 1]
    return before && before.rank !== null && stop.rank !== null && stop.rank < before.rank - 1
      ? [`${before.region}: ${before.name} → ${stop.region}: ${stop.name}`]
      : []
  })

/** Runs in the browser. Ranks regions from top to bottom, then from start to end. */
function rankRegions(sameLine: number) {
  const selector = ':not(section) > header, nav, main, aside, section, footer, [role=region], [role=search]'
  const regions = [...document.querySelectorAll(selector)].filter((it) => it.checkVisibility())
  const isFromRight = document.documentElement.dir === 'rtl'
  const ancestorsOf = (element: Element) => {
    const found: Element[] = []
    for (let it: Element | null = element; it; it = it.parentElement) found.push(it)
    return found
  }
  /** The branch of `whole` with the element: columns are compared as wholes. */
  const branchOf = (whole: Element, element: Element) =>
    (ancestorsOf(element).find((it) => it.parentElement === whole) ?? element).getBoundingClientRect()
  const isBefore = (one: Element, other: Element) => {
    const shared = ancestorsOf(one).find((it) => it.contains(other))
    if (!shared || shared === one || shared === other) return shared === one
    const [a, b] = [branchOf(shared, one), branchOf(shared, other)]
    if (a.bottom <= b.top + sameLine) return true
    if (b.bottom <= a.top + sameLine) return false
    return isFromRight ? a.right > b.right : a.left < b.left
  }
  for (const region of regions) {
    const label = region.getAttribute('aria-label') ?? region.querySelector('h1, h2, h3, legend')?.textContent
    const rank = regions.filter((other) => other !== region && isBefore(other, region)).length
    region.setAttribute('data-reading-rank', String(rank))
    region.setAttribute('data-reading-name', `${region.tagName.toLowerCase()} ${label ?? ''}`.trim())
  }
}

/** Runs in the browser. Null without a focused element, or at the first one again. */
function describeFocus(isFirst: boolean) {
  const element = document.activeElement
  if (!element || element === document.body || element.hasAttribute('data-first-stop')) return null
  if (isFirst) element.setAttribute('data-first-stop', '')
  const region = element.closest('[data-reading-rank]')
  const text = element.getAttribute('aria-label') ?? element.textContent.trim()
  const name = text || element.getAttribute('name') || element.tagName.toLowerCase()
  // The input of a label may lie unseen.
  const whole = (element instanceof HTMLInputElement && element.labels?.[0]) || element
  const { left, top, width, height } = whole.getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]),
  )
  const isShownAt = ([x = 0, y = 0]: number[]) => whole.contains(document.elementFromPoint(x, y))
  return {
    region: region?.getAttribute('data-reading-name') ?? 'page',
    // Content outside of regions is between them.
    rank: region && region.tagName !== 'MAIN' ? Number(region.getAttribute('data-reading-rank')) : null,
    name: name.replaceAll(/\s+/g, ' ').slice(0, 40),
    isHidden: !points.some(isShownAt),
  }
}
