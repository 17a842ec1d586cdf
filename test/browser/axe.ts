import axe, { type RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

/** Their content is checked as a separate page, because scripts cannot run in them. */
const scriptlessFrames = 'iframe[sandbox]:not([sandbox~="allow-scripts"])'
/** Rules that do not apply to mails, because the mail client provides landmarks and heading. */
const pageOnlyRules = ['region', 'landmark-one-main', 'page-has-heading-one']

/** The only rules that a colour scheme can affect. */
const colourRules = ['color-contrast', 'link-in-text-block']

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** The violations of the loaded page; axe is loaded into it once, which takes a third of a check's time. */
async function findViolations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const run: RunOptions = { ...options, resultTypes: ['violations'], iframes: false }
  return page.evaluate(
    async ({ exclude, run }) => {
      if (!window.axe) throw new Error('axe is not loaded')
      const { violations } = await window.axe.run({ exclude }, run)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { exclude: [scriptlessFrames], run },
  )
}

async function expectNoViolations(page: Page, options: RunOptions) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colour transitions between schemes, and that of a dialog that opens, start within some frames and must finish first.
    await page.evaluate(async () => {
      const untilNextFrames = () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve))
          // A page in the background gets no animation frames.
          setTimeout(resolve, 500)
        })
      for (let still = 0; still < 3; still += 1) {
        await untilNextFrames()
        const transitions = document.getAnimations().filter((it) => it instanceof CSSTransition)
        if (transitions.length > 0) still = 0
        await Promise.allSettled(transitions.map((it) => it.finished))
      }
    })
    const rules = colorScheme === 'light' ? options : { ...options, runOnly: colourRules }
    expect(await findViolations(page, rules), `${page.url()}, ${colorScheme}`).toEqual([])
  }
}

/** The current page has no axe violations, light and dark. */
export const expectAccessible = (page: Page) => expectNoViolations(page, {})

/** The HTML of a mail has no axe violations, light and dark; replaces the page's content. */
export async function expectMailAccessible(page: Page, html: string) {
  await page.goto('about:blank')
  await page.setContent(html)
  const rules = Object.fromEntries(pageOnlyRules.map((id) => [id, { enabled: false }]))
  await expectNoViolations(page, { rules })
}
