import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import { addOperators, secondsOf, systemFileDialog, type Operators } from './keystroke-level.ts'
import { recordInput, type Recording } from './recorder.ts'

/** What a journey took. */
export interface Figures extends Recording {
  /** s that one waited for the page. */
  waited: number
  /** s altogether. */
  seconds: number
}

/** How a member works at the desk: each input goes through the browser, and is counted from the page's events. */
export interface Desk {
  page: Page
  /** Keys one after the other. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  click(target: Locator): Promise<void>
  /** Drags a file from another window onto the target. */
  drop(path: string, target: Locator): Promise<void>
  /** Chooses a file in the system's dialog, which `open` brings. */
  chooseFile(path: string, how: keyof typeof systemFileDialog, open: () => Promise<unknown>): Promise<void>
  /** One decides, or checks; by the model before each unit of work that does not follow from the one before. */
  think(): void
  /** Operators outside of our pages. */
  elsewhere(operators: Operators): void
  /** Waits for what the next step needs; the time counts. */
  waitFor(ready: Locator | (() => Promise<unknown>)): Promise<void>
}

/** Runs a journey over a page; `run` returns what the journey took. */
export async function openDesk(context: BrowserContext) {
  const recorder = await recordInput(context)
  const page = await context.newPage()
  // From now on the browser hands its file dialogs over.
  page.on('filechooser', () => {})
  const session: CDPSession = await context.newCDPSession(page)
  let waited = 0
  let unseen: Operators = { key: 0, point: 0, home: 0, think: 0 }

  const centre = async (target: Locator) => {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error(`${target.toString()} is not shown`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const desk: Desk = {
    page,
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: (text) => page.keyboard.type(text),
    click: (target) => target.click(),
    async drop(path, target) {
      const place = await centre(target)
      const data = { items: [], files: [path], dragOperationsMask: 1 }
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, ...place, data })
    },
    async chooseFile(path, how, open) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()])
      unseen = addOperators(unseen, systemFileDialog[how])
      await chooser.setFiles(path)
    },
    think: () => (unseen = addOperators(unseen, { key: 0, point: 0, home: 0, think: 1 })),
    elsewhere: (operators) => (unseen = addOperators(unseen, operators)),
    async waitFor(ready) {
      const begun = performance.now()
      await (typeof ready === 'function' ? ready() : ready.waitFor())
      waited += (performance.now() - begun) / 1000
    },
  }

  return {
    desk,
    async run(journey: (desk: Desk) => Promise<void>): Promise<Figures> {
      recorder.take()
      waited = 0
      unseen = { key: 0, point: 0, home: 0, think: 0 }
      await journey(desk)
      // The last events are on their way.
      await page.evaluate(() => 0)
      const { operators: seen, ...recording } = recorder.take()
      const operators = addOperators(seen, unseen)
      return { ...recording, operators, waited, seconds: secondsOf(operators) + waited }
    },
  }
}
