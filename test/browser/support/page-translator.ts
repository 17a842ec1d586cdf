import type { Page } from '@playwright/test'

/**
 * Does to the page what a browser's translator does: each text is replaced by `font` elements with another text, also
 * the texts that come later, but for those that are marked as not to be translated.
 */
export const translateLikeABrowser = (page: Page) =>
  page.evaluate(() => {
    const isKept = (element: Element | null): boolean =>
      element?.closest('script, style, title, textarea, [translate=no], .notranslate, font') !== null
    const replace = (text: Node) => {
      if (!text.nodeValue?.trim() || isKept(text.parentElement)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = `‹${text.nodeValue}›`
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
    const replaceIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(replace)
    }
    document.documentElement.lang = 'pl'
    replaceIn(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target.nodeType === Node.TEXT_NODE) replace(target)
        addedNodes.forEach((node) => (node.nodeType === Node.TEXT_NODE ? replace(node) : replaceIn(node)))
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })

/** The texts that stand beside elements, which a translator takes away from React. */
export const textsBesideElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode
      if (nodeValue?.trim() && (parentElement?.childNodes.length ?? 0) > 1) found.push(nodeValue)
    }
    return found
  })
