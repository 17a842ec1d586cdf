import type { Tx } from '#server/platform/db/database.ts'
import type { Platform, Work } from '#server/platform/work.ts'
import type { Body } from '#contract/endpoint.ts'
import type { saveTemplate as saveTemplateCall } from '#contract/templates.ts'
import { saveTemplate } from '#server/templates/templates.ts'
import type * as contract from '#contract/privacy.ts'
import { confirmErasure } from '#server/privacy/confirm-erasure.ts'
import { planErasure } from '#server/privacy/plan-erasure.ts'
import {
  closeRequest,
  createRequest,
  restrictOrders,
  tickStep,
  viewRequest,
} from '#server/privacy/requests.ts'
import { performActs, type Act } from './acts.ts'
import { planAuditActs } from './audit-entries.ts'
import { seedOrders } from './fill.ts'
import type { TeamMember } from './histories.ts'
import { demoTeam } from './team.ts'
import { selectRestingCustomers } from './demo.queries.ts'

/** Orders in every queue, and the team's actions outside their histories. */
export async function seedContent(
  { now, tx, ...platform }: Platform & { tx: Tx; now: Date },
  team: readonly TeamMember[],
): Promise<void> {
  const actor = { kind: 'intake', name: 'demo', domains: null } as const
  await seedOrders({ ...platform, tx, actor, now, ip: '', userAgent: '' }, team)
  const acts = [
    ...planTemplateActs(now),
    ...(await planAuditActs(tx, now)),
    ...(await planPrivacyActs(tx, now)),
  ]
  await performActs({ ...platform, tx, now }, team, acts)
}

const dayMs = 24 * 60 * 60_000

type DemoTemplate = Omit<Body<typeof saveTemplateCall>, 'replaces' | 'isShared'>

const demoTemplates: readonly DemoTemplate[] = [
  {
    purpose: 'answer',
    name: 'Ask for a passport photo',
    texts: {
      en: 'Dear {name},\n\nplease send us a clear photo of the page of your passport with your picture. We need it for your declaration {order_id} before {due}.\n\nKind regards',
      id: 'Yth. {name},\n\nmohon kirimkan foto yang jelas dari halaman paspor Anda yang memuat foto. Kami memerlukannya untuk deklarasi {order_id} sebelum {due}.\n\nSalam hormat',
      vi: 'Kính gửi {name},\n\nvui lòng gửi cho chúng tôi ảnh rõ nét của trang hộ chiếu có ảnh của quý khách. Chúng tôi cần ảnh này cho tờ khai {order_id} trước {due}.\n\nTrân trọng',
      'zh-Hans':
        '尊敬的 {name}：\n\n请发送护照照片页的清晰照片。我们需要在 {due} 之前用于您的申报 {order_id}。\n\n此致',
    },
    moveTo: 'Awaiting',
    flags: [],
  },
  {
    purpose: 'answer',
    name: 'Ask for the flight number',
    texts: {
      en: 'Dear {name},\n\nwhich flight do you arrive with on {arrival_date}? Airline and number are on your ticket, as in GA 831.\n\nKind regards',
      de: 'Guten Tag {name},\n\nmit welchem Flug kommen Sie am {arrival_date} an? Fluggesellschaft und Nummer stehen auf Ihrem Ticket, zum Beispiel GA 831.\n\nFreundliche Grüße',
      ja: '{name} 様\n\n{arrival_date} に到着する便名をお知らせください。航空券に記載されています（例：GA 831）。\n\nよろしくお願いいたします。',
      ru: 'Здравствуйте, {name}!\n\nКаким рейсом вы прибываете {arrival_date}? Авиакомпания и номер указаны в билете, например GA 831.\n\nС уважением',
    },
    moveTo: 'Awaiting',
    flags: [],
  },
  {
    purpose: 'answer',
    name: 'How to show the document',
    texts: {
      en: 'Dear {name},\n\nyour declaration {order_id} is approved. Please show its QR code to the officer at {arrival_place}, on your phone or printed.\n\nHave a good journey',
      fr: 'Bonjour {name},\n\nvotre déclaration {order_id} est approuvée. Présentez son code QR à l’agent à {arrival_place}, sur votre téléphone ou imprimé.\n\nBon voyage',
      ar: 'السيد/السيدة {name}،\n\nتمت الموافقة على إقراركم {order_id}. يرجى إظهار رمز QR للموظف في {arrival_place}، على الهاتف أو مطبوعًا.\n\nرحلة سعيدة',
    },
    moveTo: null,
    flags: [],
  },
  {
    purpose: 'question',
    name: 'Passport number looks unusual',
    texts: {
      en: 'Please compare the number with the page of your passport that has your picture: O is easily taken for 0, and I for 1.',
      id: 'Mohon cocokkan nomor ini dengan halaman paspor Anda yang memuat foto: huruf O mudah tertukar dengan angka 0, dan I dengan 1.',
      vi: 'Vui lòng đối chiếu số này với trang hộ chiếu có ảnh của quý khách: chữ O dễ bị nhầm với số 0, và chữ I với số 1.',
      de: 'Bitte vergleichen Sie die Nummer mit der Seite Ihres Reisepasses, auf der Ihr Foto ist: O wird leicht mit 0 verwechselt, I mit 1.',
    },
    moveTo: null,
    flags: [],
  },
  {
    purpose: 'remark',
    name: 'Asked for a better photo',
    texts: {
      en: 'Asked by WhatsApp for a better photo of the passport; promised until {due}.',
    },
    moveTo: 'Awaiting',
    flags: ['whatsapp'],
  },
  {
    purpose: 'remark',
    name: 'Called, nobody answered',
    texts: { en: 'Called, nobody answered. Flight {flight} on {arrival_date}: try again before noon.' },
    moveTo: 'Contact Customer',
    flags: ['telephone'],
  },
  {
    purpose: 'remark',
    name: 'Waiting for the customs office',
    texts: { en: 'Filed; the customs office asks for a day more.' },
    moveTo: 'AwaitingGovt',
    flags: [],
  },
]

const planTemplateActs = (now: Date): Act[] =>
  demoTemplates.map((template, index) => ({
    at: new Date(now.getTime() - (90 - index) * dayMs),
    by: demoTeam[1].name,
    perform: (work) => saveTemplate(work, { ...template, isShared: true }),
  }))

const hourMs = 60 * 60_000
/** Customers with a request have had no order event for this time. */
const restingHours = 10 * 24

type Step = (work: Work, id: string) => Promise<unknown>

const tick =
  (step: Body<typeof contract.tickStep>['step']): Step =>
  (work, id) =>
    tickStep(work, id, { step, done: true })
const restrict: Step = (work, id) => restrictOrders(work, id, true)
const erase: Step = async (work, id) => confirmErasure(work, id, (await planErasure(work, id)).plan)
const close: Step = (work, id) => closeRequest(work, id, {})

interface DemoRequest {
  /** Wants a customer with an open chargeback, which restricts erasure. */
  hasDispute?: true
  asked: Pick<Body<typeof contract.createRequest>, 'kinds' | 'channel' | 'text'>
  hoursAgo: number
  /** The steps, with hours since the request. */
  steps: readonly (readonly [hours: number, step: Step])[]
}

/** One request for each state of the desk. */
const demoRequests: readonly DemoRequest[] = [
  {
    asked: {
      kinds: ['restriction'],
      channel: 'telephone',
      text: 'I do not want anybody to see my passport.',
    },
    hoursAgo: 150,
    steps: [
      [0.1, viewRequest],
      [0.2, tick('identity')],
      [0.3, restrict],
      [20, viewRequest],
      [20.2, close],
    ],
  },
  {
    asked: {
      kinds: ['correction'],
      channel: 'site',
      text: 'The invoice has my maiden name. Could you correct it?',
    },
    hoursAgo: 65.5,
    steps: [
      [3.4, viewRequest],
      [3.6, tick('identity')],
    ],
  },
  {
    hasDispute: true,
    asked: {
      kinds: ['access', 'erasure'],
      channel: 'e-mail',
      text: 'Please send me what you keep of me, and delete it afterwards.',
    },
    hoursAgo: 40.4,
    steps: [
      [1, viewRequest],
      [1.2, tick('identity')],
      [1.3, restrict],
      [24.3, viewRequest],
    ],
  },
  {
    asked: { kinds: ['erasure'], channel: 'letter', text: 'I ask that all data about me be erased.' },
    hoursAgo: 27.5,
    steps: [
      [2.5, viewRequest],
      [2.7, tick('identity')],
      [27.1, viewRequest],
      [27.2, erase],
    ],
  },
  {
    asked: {
      kinds: ['access'],
      channel: 'e-mail',
      text: 'Which of my data do you have, and who has seen them?',
    },
    hoursAgo: 4.8,
    steps: [],
  },
]

/** Privacy requests of customers and an Admin's steps, through the desk's own functions. */
async function planPrivacyActs(tx: Tx, now: Date): Promise<Act[]> {
  const by = demoTeam[0].name
  const customers = await selectRestingCustomers(tx, new Date(now.getTime() - restingHours * hourMs))
  const disputed = customers.filter((it) => it.has_open_dispute && it.orders > 1).values()
  const finished = customers.filter((it) => it.is_completed).values()
  return demoRequests.flatMap(({ hasDispute, asked, hoursAgo, steps }): Act[] => {
    const customer = (hasDispute ? disputed : finished).next().value
    if (!customer) return []
    let id = ''
    const at = (hours: number) => new Date(now.getTime() - (hoursAgo - hours) * hourMs)
    const record = async (work: Work) => {
      id = (await createRequest(work, { ...asked, email: customer.email })).id
    }
    return [
      { at: at(0), by, perform: record },
      ...steps.map(([hours, step]) => ({ at: at(hours), by, perform: (work: Work) => step(work, id) })),
    ]
  })
}
