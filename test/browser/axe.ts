import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

/** Checked as separate pages, because scripts cannot run in them. */
const scriptlessFrames = 'iframe[sandbox]:not([sandbox~="allow-scripts"])'
/** The mail client provides landmarks and headings. */
const pageOnlyRules = ['region', 'landmark-one-main', 'page-has-heading-one']

/** The rules that depend on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Rules of WCAG 2.2 that axe leaves out by default: targets of 24 px (2.5.8). */
const laterRules = { 'target-size': { enabled: true } }

/** The minified source loads four times as fast as the one that axe-core exports. */
const source = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** An open dialog, and messages, which stand above its backdrop. */
const dialog = '[role=dialog][aria-modal=true]'
const aboveBackdrop = `${dialog}, [role=status], [role=alert]`

/** The violations of the page or of a selector's elements; axe stays loaded for the next check. */
async function runAxe(page: Page, options: RunOptions, include: string | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const run: RunOptions = {
    ...options,
    resultTypes: ['violations'],
    selectors: false,
    iframes: false,
    // Preloads serve only the rules of media and of orientation: there are no media, and the other rule is off.
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

/** Sets the colour scheme and waits until every colour has changed. */
async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    // Ends running transitions, including that of a dialog, which begins some frames after it opens.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
    for (let frame = 0; frame < 4; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
        // A background page gets no animation frames.
        setTimeout(resolve, 250)
      })
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  })
}

async function readInBothSchemes(page: Page, options: RunOptions): Promise<string[]> {
  await showIn(page, 'light')
  const light = await runAxe(page, { ...options, rules: { ...laterRules, ...options.rules } }, null)
  await showIn(page, 'dark')
  // A page under a dialog is checked dark without it.
  const hasDialog = (await page.locator(dialog).filter({ visible: true }).count()) > 0
  const dark = await runAxe(page, { ...options, runOnly: colourRules }, hasDialog ? aboveBackdrop : null)
  return [...light.map((it) => `light: ${it}`), ...dark.map((it) => `dark: ${it}`)]
}

export const findViolations = (page: Page) => readInBothSchemes(page, {})

export const findMailViolations = (page: Page) =>
  readInBothSchemes(page, { rules: Object.fromEntries(pageOnlyRules.map((id) => [id, { enabled: false }])) })

/** Runs in the trials `accessibility` and `pages`, where axe reads every state of the browser tests; npm test reads those of screens.spec. */
export async function expectAccessibleInTrial(page: Page): Promise<void> {
  if (process.env['AXE'] === 'every-state') expect(await findViolations(page), page.url()).toEqual([])
}
