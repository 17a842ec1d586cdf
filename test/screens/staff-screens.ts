import type { Page } from '@playwright/test'
import { setGateway } from '#contract/gateways.ts'
import { enrolmentRequired, secondFactorRequired } from '#contract/factor-proof.ts'
import { readFactors, type Factors } from '#contract/second-factor.ts'
import { reauthRequired, signIn } from '#contract/session.ts'
import { queueNames, type QueueName } from '#contract/rules/queues.ts'
import {
  queuePaths,
  resetPasswordPath,
  staffPaths,
  templatePath,
  filingPath,
  viewOrderPath,
} from '#contract/rules/staff-addresses.ts'
import { officialPdf, scannedPdf } from '../support/official-documents.ts'
import { auditScreens } from './audit-screens.ts'
import { privacyScreens } from './privacy-screens.ts'
import { changeAnswer, click, refuseWith } from './screen-acts.ts'
import type { SampleName, Screen, StaffScreen } from './screen.ts'

const chooseRows = async (page: Page) => {
  const boxes = page.getByRole('checkbox', { name: /^Select order/ })
  for (const index of [0, 1, 2]) await boxes.nth(index).check()
}

const chooseRowsAndClick = (name: string) => async (page: Page) => {
  await chooseRows(page)
  await click(name)(page)
}

/** A document of a traveller who has no order, and a scan of it. */
async function makeDocuments() {
  const document = {
    names: ['TRAN VAN HAI'],
    passport: 'C2290417',
    arrivalDate: '25/11/2026',
    qrText: 'CD-2611-0417',
  }
  const [declaration, scan] = [await officialPdf(document), await scannedPdf({ names: ['PETROV IVAN'] })]
  return [
    { name: 'e-cd.pdf', mimeType: 'application/pdf', buffer: declaration },
    { name: 'scan_0412.pdf', mimeType: 'application/pdf', buffer: scan },
  ]
}

let documents: ReturnType<typeof makeDocuments> | undefined

/** The same at each size, or each would be proposed besides. */
const dropDocuments = async (page: Page) => {
  documents ??= makeDocuments()
  await page.getByLabel('Documents', { exact: true }).setInputFiles(await documents)
  await page.getByRole('checkbox', { name: /^Send scan_0412/ }).waitFor()
}

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const queue = (queue: QueueName): StaffScreen => ({
  name: `queue-${kebabCase(queue)}`,
  path: queuePaths[queue],
})
const order = (name: string, key: SampleName, act?: Screen['act']): StaffScreen => ({
  name: `order-${name}`,
  path: (orders) => viewOrderPath(orders[key].order_id),
  ...(act ? { act } : { isLong: true }),
})

const signedIn: readonly StaffScreen[] = [
  { name: 'dashboard', path: staffPaths.dashboard },
  { name: 'shift-desk', path: staffPaths.shiftDesk, isLong: true },
  {
    name: 'dashboard-menu',
    path: staffPaths.dashboard,
    act: click(/^Welcome/),
  },
  ...queueNames.map(queue),
  { name: 'queue-future-month', path: `${queuePaths.futureOrder}?month=12` },
  { name: 'queue-last-page', path: `${queuePaths.allOrder}?page=20` },
  { name: 'queue-search', path: `${queuePaths.allOrder}?q=maria` },
  { name: 'queue-search-without-result', path: `${queuePaths.allOrder}?q=nobody+of+this+name` },
  {
    name: 'palette',
    path: queuePaths.newOrder,
    act: async (page) => {
      await page.getByRole('button', { name: 'Find or do' }).click()
      await page.getByRole('combobox', { name: 'Find or do' }).fill('maria')
      await page.getByRole('option', { name: /Move to/ }).waitFor()
    },
  },
  {
    name: 'keys',
    path: queuePaths.newOrder,
    minWidth: 768,
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    },
  },
  { name: 'queue-chosen', path: queuePaths.newOrder, act: chooseRows },
  { name: 'queue-columns', path: queuePaths.newOrder, act: click(/^Columns/), minWidth: 768 },
  {
    name: 'queue-folded',
    path: queuePaths.newOrder,
    minWidth: 991,
    act: async (page) => {
      await click('Fold to icons')(page)
      // The choice is kept, and belongs to this picture alone.
      await page.evaluate(() => localStorage.removeItem('sidebar-folded'))
    },
  },
  { name: 'queue-assign', path: queuePaths.newOrder, act: chooseRowsAndClick('Assign to me') },
  { name: 'queue-delete', path: queuePaths.newOrder, act: chooseRowsAndClick('Delete Order') },
  {
    name: 'queue-bulk-refund',
    path: queuePaths.refundOrder,
    act: chooseRowsAndClick('Refunded it'),
  },
  order('new', 'newOrder'),
  // Narrower, with a mouse, it is the window beside the official page, whose rows are as low as a desk's.
  { name: 'filing', path: (orders) => filingPath(orders.newOrder.order_id), minWidth: 768 },
  order('to-check', 'toCheck'),
  order('journey', 'household'),
  order('priority', 'priorityOrder'),
  order('pending', 'pendingOrder'),
  order('future', 'futureOrder'),
  order('awaiting', 'awaitingOrder'),
  order('awaiting-govt', 'awaitingGovtOrder'),
  order('contact-customer', 'contactCustomerOrder'),
  order('called', 'customerCalledOrder'),
  order('completed', 'completedOrder'),
  order('refund', 'refundOrder'),
  order('refunded', 'refunded'),
  order('chargeback', 'chargeBack'),
  order('deleted', 'deletedOrder'),
  order('with-reply', 'withReply'),
  order('errors', 'newOrder', async (page) => {
    await click('Upload and mail')(page)
    await click('Add Comment')(page)
  }),
  order('templates', 'newOrder', async (page) => {
    await click('Templates')(page)
    await page.getByRole('option').first().waitFor()
  }),
  order('template-chosen', 'newOrder', async (page) => {
    await click('Templates')(page)
    await page.getByRole('option', { name: /^Asked for a better/ }).click()
    await page.getByText('Kept', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Remark' }).fill('')
  }),
  order('email-content', 'completedOrder', click('View Email Content')),
  order('ask', 'newOrder', click('Ask the customer')),
  order('ask-template', 'newOrder', async (page) => {
    await click('Ask the customer')(page)
    const dialog = page.getByRole('dialog', { name: 'Ask the customer' })
    await dialog.getByRole('textbox', { name: 'Text to the customer' }).fill('')
    await dialog.getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('option', { name: /^Passport number/ }).click()
    await dialog.getByText('Kept', { exact: true }).waitFor()
  }),
  order('correct', 'newOrder', click(/^Correct Arrival/)),
  order('correct-family', 'newOrder', click('Correct Family Information')),
  order('correct-goods', 'newOrder', click(/^Correct .*Goods/i)),
  order('numbers-shown', 'completedOrder', click(/^Show the passport/)),
  order('withdraw', 'completedOrder', click(/^Withdraw/)),
  order('refund-dialog', 'refundOrder', click('Refunded it')),
  order('pack-1', 'chargeBack', click('Defence Pack 1')),
  order('pack-2', 'chargeBack', click('Defence Pack 2')),
  order('transaction', 'chargeBack', click('Enter Transaction Details')),
  order('chargeback-details', 'chargeBack', click('ChargeBack details')),
  { name: 'order-not-found', path: viewOrderPath(999_999) },
  { name: 'replies', path: staffPaths.replies },
  { name: 'promises-kept', path: staffPaths.promisesKept },
  { name: 'mail-problems', path: staffPaths.mailProblems },
  { name: 'proposals', path: staffPaths.proposals },
  { name: 'proposals-dropped', path: staffPaths.proposals, act: dropDocuments },
  { name: 'templates', path: staffPaths.templates },
  {
    name: 'template',
    path: staffPaths.templates,
    act: (page) => page.getByRole('link', { name: /^Ask for a passport/ }).click(),
    isLong: true,
  },
  { name: 'template-new', path: templatePath('new'), act: click('Save template') },
  { name: 'outbox', path: staffPaths.outbox },
  { name: 'outbox-mail', path: staffPaths.outbox, act: click(/^View mail/) },
  { name: 'country-order-list', path: staffPaths.countryOrderList, isLong: true },
  { name: 'order-processed', path: staffPaths.orderProcessed, isLong: true },
  { name: 'send-invoice', path: staffPaths.sendInvoice },
  { name: 'team', path: staffPaths.manageTeam },
  { name: 'team-errors', path: staffPaths.manageTeam, act: click(/^(Add|Submit|Save)/) },
  { name: 'team-delete', path: staffPaths.manageTeam, act: click(/^Delete Dewi/) },
  { name: 'team-sessions', path: staffPaths.manageTeam, act: click(/^Sessions of Dewi/) },
  { name: 'gateway', path: staffPaths.gatewaySetting },
  { name: 'intake-keys', path: staffPaths.intakeKeys },
  { name: 'form-filler', path: staffPaths.formFiller },
  ...auditScreens,
  ...privacyScreens,
  { name: 'account', path: staffPaths.myAccount },
  {
    name: 'account-authenticator-app',
    path: staffPaths.myAccount,
    act: click('Set up an authenticator app'),
  },
  {
    name: 'reauthenticate',
    path: staffPaths.gatewaySetting,
    act: async (page) => {
      await refuseWith(page, setGateway.path, 403, { code: reauthRequired })
      await page.getByRole('combobox').selectOption({ index: 1 })
      await click('Active Gateway')(page)
    },
  },
  {
    name: 'reauthenticate-by-code',
    path: staffPaths.gatewaySetting,
    act: async (page) => {
      await changeAnswer(page, readFactors.path, { data: enrolledFactors })
      await refuseWith(page, setGateway.path, 403, { code: reauthRequired })
      await page.getByRole('combobox').selectOption({ index: 1 })
      await click('Active Gateway')(page)
    },
  },
  {
    name: 'enrolment',
    path: staffPaths.dashboard,
    act: async (page) => {
      await refuseWith(page, '/admin/get-*', 403, { code: enrolmentRequired })
      await page.reload()
    },
  },
  { name: 'change-password', path: staffPaths.changePassword },
  { name: 'nothing-here', path: '/admin/nothing-here' },
]

const signedOut: readonly StaffScreen[] = [
  { name: 'sign-in', path: staffPaths.signIn },
  { name: 'sign-in-errors', path: staffPaths.signIn, act: click('Sign In') },
  {
    name: 'sign-in-second-factor',
    path: staffPaths.signIn,
    act: async (page) => {
      const data = { code: true, passkey: {} }
      await refuseWith(page, signIn.path, 400, { code: secondFactorRequired, data })
      await page.getByLabel('Email ID').fill('admin@pabean.example')
      await page.getByLabel('Password', { exact: true }).fill('layout-demo-1')
      await click('Sign In')(page)
    },
  },
  { name: 'forgot-password', path: staffPaths.forgotPassword },
  { name: 'reset-password', path: resetPasswordPath('unknown') },
]

const toScreens = (screens: readonly StaffScreen[], signedIn: boolean): readonly Screen[] =>
  screens.map(({ path, ...rest }) => ({
    ...rest,
    signedIn,
    path: typeof path === 'string' ? () => path : path,
  }))

/** Of a member with an app and a passkey. */
const enrolledFactors: Factors = {
  totp: '2026-11-01T03:00:00Z',
  passkeys: [
    { id: 'made', name: 'Laptop', created_at: '2026-11-01T03:00:00Z', last_used_at: '2026-11-20T03:00:00Z' },
  ],
  recovery_codes_left: 8,
  passkeys_unavailable: null,
}

export const staffScreens: readonly Screen[] = [...toScreens(signedIn, true), ...toScreens(signedOut, false)]
