import type { Page } from '@playwright/test'

interface TableMeasures {
  /** Names of up to 40 letters, ids, telephones and heads that are cut or stand on too many lines. */
  faults: string[]
  /** The heads in sight without scrolling, each with its left edge in px. */
  heads: { name: string; left: number; isShrunk: boolean }[]
}

const longestName = 40

/** Measures a queue's table as it stands; an empty result without one. */
export const measureTable = (page: Page): Promise<TableMeasures> => page.evaluate(measureInPage, longestName)

/** Runs in the browser, hence one function without outer references. */
function measureInPage(longestName: number) {
  const frame = document.querySelector('[data-scrolls]')
  const heads = [...(frame?.querySelectorAll('thead th') ?? [])]
  const faults = new Set<string>()
  const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
  /** Boxes of a pixel are for screen readers; inline ones have none. */
  const isCut = (element: Element) =>
    [element, ...element.querySelectorAll('*')].some(
      (part) =>
        clips(part) &&
        part.clientWidth > 1 &&
        (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1),
    )
  const firstText = (element: Element) => document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
  const linesOf = (element: Element) => {
    const text = firstText(element)
    if (!text) return 0
    const range = document.createRange()
    range.selectNodeContents(text)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  }
  const textOf = (element: Element) => firstText(element)?.textContent ?? ''

  for (const head of heads)
    if (isCut(head) || head.clientHeight > 38) faults.add(`head “${head.textContent}” is cut`)
  const columnOf = (name: string) => heads.findIndex((head) => head.textContent === name)
  const checked = [
    { name: 'Order ID', lines: 1 },
    { name: 'Telephone', lines: 1 },
    { name: 'Name', lines: 2 },
  ]
  for (const row of frame?.querySelectorAll('tbody tr[data-index]') ?? [])
    for (const { name, lines } of checked) {
      const cell = row.children[columnOf(name)]
      if (!cell || textOf(cell).length > longestName) continue
      if (isCut(cell)) faults.add(`${name} “${textOf(cell)}” is cut`)
      if (linesOf(cell) > lines) faults.add(`${name} “${textOf(cell)}” has ${linesOf(cell)} lines`)
    }

  const edge = Math.min(
    frame?.getBoundingClientRect().right ?? 0,
    heads.at(-1)?.getBoundingClientRect().left ?? 0,
  )
  return {
    faults: [...faults],
    heads: heads
      .map((head) => ({ head, area: head.getBoundingClientRect() }))
      .filter(({ area }) => area.right <= edge + 1)
      .map(({ head, area }) => ({
        name: head.textContent,
        left: area.left,
        isShrunk: head.querySelector('[title]') !== null,
      })),
  }
}
