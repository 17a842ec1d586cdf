import type { Page } from '@playwright/test'
import { setGateway } from '#contract/gateways.ts'
import { enrolmentRequired, secondFactorRequired } from '#contract/factor-proof.ts'
import { readFactors, type Factors } from '#contract/second-factor.ts'
import { reauthRequired, signIn } from '#contract/session.ts'
import { queueNames, type QueueName, queues } from '#contract/rules/queues.ts'
import {
  resetPasswordPath,
  templatePath,
  filingPath,
  viewOrderPath,
  signInPath,
  forgotPasswordPath,
} from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
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

/** Dropped once, so that later sizes get no second proposal. */
const dropDocuments = async (page: Page) => {
  documents ??= makeDocuments()
  await page.getByLabel('Documents', { exact: true }).setInputFiles(await documents)
  await page.getByRole('checkbox', { name: /^Send scan_0412/ }).waitFor()
}

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const queue = (queue: QueueName): StaffScreen => ({
  name: `queue-${kebabCase(queue)}`,
  path: queues[queue].path,
})
const order = (name: string, key: SampleName, act?: Screen['act']): StaffScreen => ({
  name: `order-${name}`,
  path: (orders) => viewOrderPath(orders[key].order_id),
  ...(act ? { act } : { isLong: true }),
})

const signedIn: readonly StaffScreen[] = [
  { name: 'dashboard', path: staffScreens.dashboard.path },
  { name: 'shift-desk', path: staffScreens.shiftDesk.path, isLong: true },
  {
    name: 'dashboard-menu',
    path: staffScreens.dashboard.path,
    act: click(/^Welcome/),
  },
  ...queueNames.map(queue),
  { name: 'queue-future-month', path: `${queues.futureOrder.path}?month=12` },
  { name: 'queue-last-page', path: `${queues.allOrder.path}?page=20` },
  { name: 'queue-search', path: `${queues.allOrder.path}?q=maria` },
  { name: 'queue-search-without-result', path: `${queues.allOrder.path}?q=nobody+of+this+name` },
  {
    name: 'palette',
    path: queues.newOrder.path,
    act: async (page) => {
      await page.getByRole('button', { name: 'Find or do' }).click()
      await page.getByRole('combobox', { name: 'Find or do' }).fill('maria')
      await page.getByRole('option', { name: /Move to/ }).waitFor()
    },
  },
  {
    name: 'keys',
    path: queues.newOrder.path,
    minWidth: 768,
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    },
  },
  { name: 'queue-chosen', path: queues.newOrder.path, act: chooseRows },
  { name: 'queue-columns', path: queues.newOrder.path, act: click(/^Columns/), minWidth: 768 },
  {
    name: 'queue-folded',
    path: queues.newOrder.path,
    minWidth: 991,
    act: async (page) => {
      await click('Fold to icons')(page)
      // The stored choice must not affect other screens.
      await page.evaluate(() => localStorage.removeItem('sidebar-folded'))
    },
  },
  { name: 'queue-assign', path: queues.newOrder.path, act: chooseRowsAndClick('Assign to me') },
  { name: 'queue-delete', path: queues.newOrder.path, act: chooseRowsAndClick('Delete Order') },
  {
    name: 'queue-bulk-refund',
    path: queues.refundOrder.path,
    act: chooseRowsAndClick('Refunded it'),
  },
  order('new', 'newOrder'),
  // The narrow window beside the official page, with a mouse and desk-high rows.
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
  { name: 'replies', path: staffScreens.replies.path },
  { name: 'replies-automatic', path: `${staffScreens.replies.path}?list=automatic` },
  { name: 'promises-kept', path: staffScreens.promisesKept.path },
  { name: 'ratios', path: staffScreens.ratios.path },
  { name: 'mail-problems', path: staffScreens.mailProblems.path },
  { name: 'proposals', path: staffScreens.proposals.path },
  { name: 'proposals-dropped', path: staffScreens.proposals.path, act: dropDocuments },
  { name: 'templates', path: staffScreens.templates.path },
  {
    name: 'template',
    path: staffScreens.templates.path,
    act: (page) => page.getByRole('link', { name: /^Ask for a passport/ }).click(),
    isLong: true,
  },
  { name: 'template-new', path: templatePath('new'), act: click('Save template') },
  { name: 'outbox', path: staffScreens.outbox.path },
  { name: 'outbox-mail', path: staffScreens.outbox.path, act: click(/^View mail/) },
  { name: 'country-order-list', path: staffScreens.countryOrderList.path, isLong: true },
  { name: 'order-processed', path: staffScreens.orderProcessed.path, isLong: true },
  { name: 'send-invoice', path: staffScreens.sendInvoice.path },
  { name: 'team', path: staffScreens.manageTeam.path },
  { name: 'team-errors', path: staffScreens.manageTeam.path, act: click(/^(Add|Submit|Save)/) },
  { name: 'team-delete', path: staffScreens.manageTeam.path, act: click(/^Delete Dewi/) },
  { name: 'team-sessions', path: staffScreens.manageTeam.path, act: click(/^Sessions of Dewi/) },
  { name: 'gateway', path: staffScreens.gatewaySetting.path },
  { name: 'intake-keys', path: staffScreens.intakeKeys.path },
  { name: 'import', path: staffScreens.importOrders.path },
  { name: 'form-filler', path: staffScreens.formFiller.path },
  ...auditScreens,
  ...privacyScreens,
  { name: 'account', path: staffScreens.myAccount.path },
  {
    name: 'account-authenticator-app',
    path: staffScreens.myAccount.path,
    act: click('Set up an authenticator app'),
  },
  {
    name: 'reauthenticate',
    path: staffScreens.gatewaySetting.path,
    act: async (page) => {
      await refuseWith(page, setGateway.path, 403, { code: reauthRequired })
      await page.getByRole('combobox').selectOption({ index: 1 })
      await click('Active Gateway')(page)
    },
  },
  {
    name: 'reauthenticate-by-code',
    path: staffScreens.gatewaySetting.path,
    act: async (page) => {
      await changeAnswer(page, readFactors.path, { data: enrolledFactors })
      await refuseWith(page, setGateway.path, 403, { code: reauthRequired })
      await page.getByRole('combobox').selectOption({ index: 1 })
      await click('Active Gateway')(page)
    },
  },
  {
    name: 'enrolment',
    path: staffScreens.dashboard.path,
    act: async (page) => {
      await refuseWith(page, '/admin/get-*', 403, { code: enrolmentRequired })
      await page.reload()
    },
  },
  { name: 'change-password', path: staffScreens.changePassword.path },
  { name: 'nothing-here', path: '/admin/nothing-here' },
]

const signedOut: readonly StaffScreen[] = [
  { name: 'sign-in', path: signInPath },
  { name: 'sign-in-errors', path: signInPath, act: click('Sign In') },
  {
    name: 'sign-in-second-factor',
    path: signInPath,
    act: async (page) => {
      const data = { code: true, passkey: {} }
      await refuseWith(page, signIn.path, 400, { code: secondFactorRequired, data })
      await page.getByLabel('Email ID').fill('admin@pabean.example')
      await page.getByLabel('Password', { exact: true }).fill('layout-demo-1')
      await click('Sign In')(page)
    },
  },
  { name: 'forgot-password', path: forgotPasswordPath },
  { name: 'reset-password', path: resetPasswordPath('unknown') },
]

const toScreens = (screens: readonly StaffScreen[], signedIn: boolean): readonly Screen[] =>
  screens.map(({ path, ...rest }) => ({
    ...rest,
    signedIn,
    path: typeof path === 'string' ? () => path : path,
  }))

const enrolledFactors: Factors = {
  totp: '2026-11-01T03:00:00Z',
  passkeys: [
    { id: 'made', name: 'Laptop', created_at: '2026-11-01T03:00:00Z', last_used_at: '2026-11-20T03:00:00Z' },
  ],
  recovery_codes_left: 8,
  passkeys_unavailable: null,
}

export const staffPictures: readonly Screen[] = [...toScreens(signedIn, true), ...toScreens(signedOut, false)]
