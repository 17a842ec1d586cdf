import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** In a frame that runs no scripts axe can wait for ever; what it shows is looked at as a page of its own. */
const silentFrames = 'iframe[sandbox]:not([sandbox~="allow-scripts"])'
/** A mail is no page: its client puts the landmarks and the headline around it. */
const ofPages = ['region', 'landmark-one-main', 'page-has-heading-one']

async function expectNoFinding(page: Page, prepare: (axe: AxeBuilder) => AxeBuilder) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A colour on its way from one scheme to the other is neither; it sets out when the page is next drawn.
    await page.evaluate(async () => {
      await new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn))
        // A page behind another one is not drawn.
        setTimeout(drawn, 500)
      })
      await Promise.allSettled(
        document.getAnimations().flatMap((it) => (it instanceof CSSTransition ? it.finished : [])),
      )
    })
    const { violations } = await prepare(new AxeBuilder({ page })).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `${page.url()}, ${colorScheme}`).toEqual([])
  }
}

/** The page as it is now has no finding, light and dark. */
export const expectAccessible = (page: Page) => expectNoFinding(page, (axe) => axe.exclude(silentFrames))

/** The HTML of a mail has no finding, light and dark; the page shows it afterwards. */
export async function expectMailAccessible(page: Page, html: string) {
  await page.goto('about:blank')
  await page.setContent(html)
  await expectNoFinding(page, (axe) => axe.disableRules(ofPages))
}
