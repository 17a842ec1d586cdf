import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** axe can hang in frames without scripts; their content is checked as a separate page. */
const scriptlessFrames = 'iframe[sandbox]:not([sandbox~="allow-scripts"])'
/** Rules that do not apply to mails, because the mail client provides landmarks and heading. */
const pageOnlyRules = ['region', 'landmark-one-main', 'page-has-heading-one']

/** The only rules that a colour scheme can affect. */
const colourRules = ['color-contrast', 'link-in-text-block']

async function expectNoViolations(page: Page, prepare: (axe: AxeBuilder) => AxeBuilder) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colour transitions between schemes start with the next frame and must finish first.
    await page.evaluate(async () => {
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
        // A page in the background gets no animation frames.
        setTimeout(resolve, 500)
      })
      await Promise.allSettled(
        document.getAnimations().flatMap((it) => (it instanceof CSSTransition ? it.finished : [])),
      )
    })
    // Legacy mode opens no further page, which would put this one into the background; it only skips cross-origin frames.
    const axe = prepare(new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode())
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(colourRules)).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `${page.url()}, ${colorScheme}`).toEqual([])
  }
}

/** The current page has no axe violations, light and dark. */
export const expectAccessible = (page: Page) =>
  expectNoViolations(page, (axe) => axe.exclude(scriptlessFrames))

/** The HTML of a mail has no axe violations, light and dark; replaces the page's content. */
export async function expectMailAccessible(page: Page, html: string) {
  await page.goto('about:blank')
  await page.setContent(html)
  await expectNoViolations(page, (axe) => axe.disableRules(pageOnlyRules))
}
