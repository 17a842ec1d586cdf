import type { Page } from '@playwright/test'
import type { Desk } from '../journey.ts'
import type { Journey } from '../run-desk.ts'

const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload and mail' })
/** By what the order shows: the toast of the order before may still be there. */
const completed = (page: Page) => page.getByRole('button', { name: /^Next order( n)?$/ })

const openOrder = (page: Page) => uploadButton(page)
const fileInput = (page: Page) =>
  page.getByRole('region', { name: 'Upload Document' }).getByLabel('Document', { exact: true })

export async function openQueue({ page }: Desk) {
  await page.goto('/admin/recent-order')
  await page.getByRole('grid').waitFor()
  await page.getByRole('rowheader').first().waitFor()
}

async function startByMouse({ page, click, waitFor, think }: Desk) {
  await click(page.getByRole('button', { name: /^Start next/ }))
  await waitFor(openOrder(page))
  think()
}

export const orderByDroppedFile: Journey = {
  name: 'an order without copying, by mouse, the file dropped',
  before: '19 s',
  aim: 8,
  prepare: openQueue,
  async run(desk, { approvedFile }) {
    const { page, click, drop, waitFor } = desk
    await startByMouse(desk)
    await drop(approvedFile, fileInput(page))
    await click(uploadButton(page))
    await waitFor(completed(page))
  },
}

export const orderByFileDialog: Journey = {
  name: 'an order without copying, by mouse, through the file dialog',
  before: '19 s',
  aim: 11,
  prepare: openQueue,
  async run(desk, { approvedFile }) {
    const { page, click, chooseFile, waitFor } = desk
    await startByMouse(desk)
    await chooseFile(approvedFile, 'byMouse', () => click(fileInput(page)))
    await click(uploadButton(page))
    await waitFor(completed(page))
  },
}

/** Everything of an order but the copying: the part of it before the official form, and the part after it. */
export async function startByKey({ page, press, waitFor, think }: Desk) {
  await press('n')
  await waitFor(openOrder(page))
  think()
}

export async function uploadByKeys(desk: Desk, approvedFile: string) {
  const { page, press, chooseFile, waitFor } = desk
  await chooseFile(approvedFile, 'byKeys', () => press('u'))
  await press('u')
  await waitFor(completed(page))
}

export const orderByKeys: Journey = {
  name: 'an order without copying, by keys',
  before: '19 s',
  aim: 6.5,
  prepare: openQueue,
  async run(desk, { approvedFile }) {
    await startByKey(desk)
    await uploadByKeys(desk, approvedFile)
  },
}

export const undo: Journey = {
  name: 'the upload is undone by its key',
  before: '-',
  aim: 1,
  async prepare(desk, { approvedFile }) {
    await openQueue(desk)
    await startByKey(desk)
    await uploadByKeys(desk, approvedFile)
  },
  async run({ page, press, waitFor }) {
    await press('z')
    await waitFor(page.getByText(/1 order is as before|is as before/).first())
  },
}

const lookedForHeading = (page: Page) => page.getByRole('heading', { level: 1, name: /Anh Tuyet/ })

/** Half remembered: its words turned, one letter wrong. */
export const nameAsTelecaller: Journey = {
  name: 'a half-remembered name, as Telecaller',
  before: '85 s',
  aim: 3,
  role: 'Telecaller',
  prepare: openQueue,
  async run({ page, press, type, waitFor }) {
    await press('Control+k')
    await waitFor(page.getByRole('combobox', { name: 'Find or do' }))
    await type('ngyuen')
    await waitFor(page.getByRole('option', { name: /Anh Tuyet/ }))
    await press('Enter')
    await waitFor(lookedForHeading(page))
  },
}
