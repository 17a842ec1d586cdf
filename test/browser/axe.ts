import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

/** Their content is checked as a separate page, because scripts cannot run in them. */
const scriptlessFrames = 'iframe[sandbox]:not([sandbox~="allow-scripts"])'
/** Rules that do not apply to mails, because the mail client provides landmarks and heading. */
const pageOnlyRules = ['region', 'landmark-one-main', 'page-has-heading-one']

/** The only rules that a colour scheme can affect. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Half the size of the source that axe-core exports: loading it into a page takes a fourth of a check's time. */
const source = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** An open dialog, and messages, which stand above its backdrop. */
const dialog = '[role=dialog][aria-modal=true]'
const aboveBackdrop = `${dialog}, [role=status], [role=alert]`

/** The violations of the page as it is now, or of the elements of a selector; the page keeps axe for its next check. */
async function runAxe(page: Page, options: RunOptions, include: string | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const run: RunOptions = {
    ...options,
    resultTypes: ['violations'],
    selectors: false,
    iframes: false,
    // Only the rules of media and of orientation read what is fetched for them: there are no media, and the other is off.
    preload: false,
  }
  return page.evaluate(
    async ({ include, exclude, run }) => {
      if (!window.axe) throw new Error('axe is not loaded')
      const scope = include === null ? {} : { include: [...document.querySelectorAll<HTMLElement>(include)] }
      const { violations } = await window.axe.run({ ...scope, exclude }, run)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { include, exclude: [scriptlessFrames], run },
  )
}

/** Gives the page a colour scheme, and waits until each colour is the scheme's. */
async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    // In force, it ends transitions at once: those between the schemes, and that of a dialog, which begins some frames after it opens.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
    for (let frame = 0; frame < 4; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
        // A page in the background gets no animation frames.
        setTimeout(resolve, 250)
      })
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  })
}

async function readInBothSchemes(page: Page, options: RunOptions): Promise<string[]> {
  await showIn(page, 'light')
  const light = await runAxe(page, options, null)
  await showIn(page, 'dark')
  // What a dialog opens over is read dark by itself.
  const hasDialog = (await page.locator(dialog).filter({ visible: true }).count()) > 0
  const dark = await runAxe(page, { ...options, runOnly: colourRules }, hasDialog ? aboveBackdrop : null)
  return [...light.map((it) => `light: ${it}`), ...dark.map((it) => `dark: ${it}`)]
}

/** The violations of the page, light and dark. */
export const findViolations = (page: Page) => readInBothSchemes(page, {})

/** Those of a page that shows the HTML of a mail. */
export const findMailViolations = (page: Page) =>
  readInBothSchemes(page, { rules: Object.fromEntries(pageOnlyRules.map((id) => [id, { enabled: false }])) })

/**
 * In the trials `accessibility` and `pages`, where axe reads every state that tests of the browser reach; in npm test axe
 * reads the screens of screens.spec.
 */
export async function expectAccessibleInTrial(page: Page): Promise<void> {
  if (process.env['AXE'] === 'every-state') expect(await findViolations(page), page.url()).toEqual([])
}
