import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'

/** Content of a file by its name; null makes a folder. */
type DroppedFiles = Readonly<Record<string, Buffer | null>>

/** Drags files over an element and drops them, by the browser's own protocol: it decides what the page is told. */
export async function dropFiles(onto: Locator, dropped: DroppedFiles): Promise<void> {
  const folder = test.info().outputPath('dropped')
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(dropped))
    await (content ? writeFile(join(folder, name), content) : mkdir(join(folder, name), { recursive: true }))
  await onto.scrollIntoViewIfNeeded()
  const box = await onto.boundingBox()
  if (!box) throw new Error('nothing to drop onto')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const files = Object.keys(dropped).map((name) => join(folder, name))
  const page = onto.page()
  const session = await page.context().newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files, dragOperationsMask: 1 },
    })
  await drag('dragEnter')
  // A real drag repeats its events, also until the page has loaded what answers them.
  await expect(async () => {
    await drag('dragOver')
    const sheet = page.getByText(/^(Drop documents anywhere|Close the dialog first)$/)
    await expect(sheet).toBeVisible({ timeout: 200 })
  }).toPass()
  await drag('drop')
  await session.detach()
}
