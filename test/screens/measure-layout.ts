import type { Page } from '@playwright/test'

/** Findings on a page, in px. */
export interface LayoutMeasures {
  /** Elements that are cut, overflow, covered, too small, or cause horizontal scrolling. */
  faults: string[]
  /** The shorter side of the smallest target except links within a text. */
  smallestTarget: number
  hasWideTable: boolean
  hidesPagination: boolean
}

/** px, by WCAG 2.2, 2.5.8; and by design: Density for a finger. */
const minTarget = 24
const minFingerTarget = 44
const phoneWidth = 767

/** Measures the page, or the open dialog or menu. */
export const measureLayout = (page: Page): Promise<LayoutMeasures> =>
  page.evaluate(measureInPage, { minTarget, minFingerTarget, phoneWidth })

/** Runs in the browser, hence one function without outer references. */
function measureInPage(limits: { minTarget: number; minFingerTarget: number; phoneWidth: number }) {
  const isPhone = innerWidth <= limits.phoneWidth
  const faults = new Set<string>()
  const targets = 'a[href], button, input, select, textarea, summary, [role=tab], [role^=menuitem]'
  const boxes = 'button, summary, th, td, [role=tab], [role^=menuitem], [class*=tag i], [class*=pill i]'

  const nameOf = (element: Element) => {
    const text = element.getAttribute('aria-label') ?? element.textContent.trim() ?? ''
    const name = text || element.getAttribute('name') || element.getAttribute('type') || ''
    return `${element.tagName.toLowerCase()} “${name.replaceAll(/\s+/g, ' ').slice(0, 50)}”`
  }
  const ancestorsOf = (element: Element) => {
    const found: Element[] = []
    for (let it: Element | null = element; it; it = it.parentElement) found.push(it)
    return found
  }
  /** A one-pixel box is for screen readers only. */
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    ancestorsOf(element).every((it) => it.clientWidth !== 1 || it.clientHeight !== 1)
  const floats = (it: Element) => getComputedStyle(it).position === 'absolute'
  const openLayers = [
    ...document.querySelectorAll('[role=dialog], [role=menu]'),
    ...[...document.querySelectorAll('details[open]')].filter((it) => [...it.children].some(floats)),
  ].filter(isSeen)
  const scope = openLayers.at(-1) ?? document.body
  const inScope = (selector: string) => [...scope.querySelectorAll(selector)].filter(isSeen)

  function checkText(node: Text) {
    const element = node.parentElement
    if (!element || !isSeen(element)) return
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    if (text.width === 0) return
    const cell = element.closest('th, td')
    for (const word of cell ? node.data.matchAll(/[\w+]+(-\d\d-\d{4})?/g) : []) {
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      const isBroken = lines.size > 1 && getComputedStyle(element).wordBreak !== 'break-all'
      if (isBroken && word[0].length < 20) faults.add(`broken within a word: ${nameOf(element)}`)
    }
    for (const box of ancestorsOf(element)) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box)
      if (['auto', 'scroll'].includes(overflowX) || box.tagName === 'TEXTAREA') return
      if (webkitLineClamp !== 'none') return
      const area = box.getBoundingClientRect()
      const isWider = text.right > area.right + 1 || text.left < area.left - 1
      const isHigher = text.bottom > area.bottom + 2 || text.top < area.top - 2
      if (overflowY !== 'visible' && isHigher) faults.add(`cut in height: ${nameOf(element)}`)
      if (textOverflow === 'ellipsis') return
      if (overflowX !== 'visible' && isWider) faults.add(`cut: ${nameOf(element)}`)
      else if (isWider && box.matches(boxes)) faults.add(`spills: ${nameOf(element)}`)
    }
  }

  /** The part of an element that no box around it hides. */
  function visibleArea(element: Element) {
    let { left, top, right, bottom } = element.getBoundingClientRect()
    const narrow = (area: { left: number; top: number; right: number; bottom: number }) => {
      left = Math.max(left, area.left)
      top = Math.max(top, area.top)
      right = Math.min(right, area.right)
      bottom = Math.min(bottom, area.bottom)
    }
    narrow({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    for (const box of ancestorsOf(element).slice(1))
      if (getComputedStyle(box).overflowX !== 'visible') narrow(box.getBoundingClientRect())
    return { left, top, right, bottom }
  }
  const centreOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const labelOf = (element: Element) =>
    element.closest('label') ?? (element instanceof HTMLInputElement ? element.labels?.[0] : undefined)
  const isReached = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return (
      hit !== null &&
      (element.contains(hit) || hit.contains(element) || labelOf(element)?.contains(hit) === true)
    )
  }
  /** Under 1200 px a toast may lie over the tabs (design: Narrower). */
  const isUnderToast = (x: number, y: number) =>
    innerWidth <= 1200 && document.elementFromPoint(x, y)?.closest('[role=alert], [role=status]')
  /** Columns pass below frozen columns and rows below the head, within their frame. */
  const isUnderFrozenEdge = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)?.closest('th, td')
    return hit && getComputedStyle(hit).position === 'sticky' && hit.closest('table')?.contains(element)
  }

  const sizes = new Map<Element, number>()
  /** Checks the shorter side, except of links within a line of text. */
  function checkTarget(element: Element) {
    const { display, paddingBlockStart } = getComputedStyle(element)
    const isText = element.tagName === 'A' && display.startsWith('inline') && paddingBlockStart === '0px'
    if (isText || !element.matches(targets)) return
    const label = labelOf(element)
    const isBox = element.matches('[type=checkbox], [type=radio]')
    const field = element.closest('.mantine-Input-wrapper, .mantine-Input-input')
    const { width, height } = ((isBox && label) || field || element).getBoundingClientRect()
    const { x, y } = centreOf(element)
    const reach = limits.minTarget / 2 - 0.5
    const reachesFarther = [
      [x - reach, y],
      [x + reach, y],
      [x, y - reach],
      [x, y + reach],
    ].every(([x = 0, y = 0]) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (element.contains(hit) || label?.contains(hit))
    })
    const size = Math.min(width, height)
    const reached = reachesFarther ? Math.max(size, limits.minTarget) : size
    sizes.set(element, Math.max(reached, sizes.get(element) ?? 0))
    if (
      isPhone &&
      Math.round(height) < limits.minFingerTarget &&
      !element.matches('[data-fact], [aria-label^=Toggle]')
    )
      faults.add(`low for a finger, ${Math.round(height)}: ${nameOf(element)}`)
  }

  const covered = new Set<Element>()
  const clear = new Set<Element>()
  function checkCovers() {
    for (const element of inScope(`${targets}, ${boxes}`)) {
      const { x, y } = centreOf(element)
      const { left, top, right, bottom } = visibleArea(element)
      if (x <= left || x >= right || y <= top || y >= bottom) continue
      checkTarget(element)
      if (isReached(element, x, y) || isUnderFrozenEdge(element, x, y) || isUnderToast(x, y))
        clear.add(element)
      else covered.add(element)
    }
  }

  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (node instanceof Text && node.data.trim() !== '') checkText(node)

  const { scrollHeight, scrollWidth } = document.documentElement
  const scrolledTo = scrollY
  for (let y = 0; y <= scrollHeight - innerHeight + 1; y += innerHeight * 0.6) {
    scrollTo({ top: y, behavior: 'instant' })
    checkCovers()
  }
  scrollTo({ top: scrollHeight, behavior: 'instant' })
  checkCovers()
  scrollTo({ top: scrolledTo, behavior: 'instant' })
  // Content below the edge of a scrolling box can be scrolled into view.
  for (const element of covered) {
    if (clear.has(element)) continue
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y } = centreOf(element)
    if (!isReached(element, x, y)) faults.add(`covered: ${nameOf(element)}`)
  }
  for (const [element, size] of sizes)
    if (size < limits.minTarget - 0.5) faults.add(`small target, ${Math.round(size)}: ${nameOf(element)}`)

  const main = document.querySelector('main')
  if (scrollWidth > innerWidth || (main && main.scrollWidth > main.clientWidth + 1))
    faults.add(`the page scrolls sideways, ${Math.max(scrollWidth, main?.scrollWidth ?? 0)} px wide`)
  const frame = document.querySelector('[data-scrolls]')
  for (const row of frame?.querySelectorAll('tbody tr:not([aria-hidden])') ?? [])
    if (row.getBoundingClientRect().height > 36.5) faults.add(`a row is too high: ${nameOf(row)}`)
  const pagination = document.querySelector('nav[aria-label=Pages]')
  return {
    faults: [...faults],
    smallestTarget: Math.min(...sizes.values()),
    hasWideTable: frame !== null && frame.scrollWidth > frame.clientWidth + 1,
    hidesPagination: pagination !== null && pagination.getBoundingClientRect().bottom > innerHeight,
  }
}
