import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createOrder } from '#contract/intake.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { createChance } from '#server/demo/random.ts'
import { sendNextDue } from '#server/proposals/send-due.ts'
import { visitorPage } from '../../test/http/visitor-page-requests.ts'
import { behindProxy } from '../../test/http/visitor-requests.ts'
import { startSes } from '../../test/support/mail/ses.ts'
import { deliverOfficialMail, officialDomain } from './official-mails.ts'
import { startTestApp, testIntakeKey, type TestApp } from '../../test/support/test-app.ts'
import { sendgridKey } from '../../test/support/webhooks.ts'
import { createCustomers } from './customers.ts'
import { makeJourney, type Journey } from './journeys.ts'
import { createMember, reasons, type Desk, type Reason } from './members.ts'
import { createOfficialSite, type OfficialSite } from './official-site.ts'

export interface DayOptions {
  orders: number
  members: number
  /** How far the clock goes on at once. */
  stepMinutes: number
  /** For how long orders come. */
  hoursOfOrders: number
  log?: (line: string) => void
}

export interface DayReport {
  orders: number
  /** Could be filed that day: their window was open, and the customer had answered what was asked. */
  couldBeMet: number
  withDocument: number
  /** Documents that went to another order than their traveller's. */
  wrongDocuments: number
  /** Orders that could be met and have no document. */
  missed: number
  /** Documents that came after the promise. */
  late: number
  /** Sent by the actor 'Official mail', without anybody's hand. */
  byThemselves: number
  /** Orders that needed a hand besides being filed, and why. */
  hands: number
  handsBy: Record<Reason, number>
  /** From the order to its document, in the day's minutes. */
  medianMinutes: number
}

const minuteMs = 60_000
/** In which the last orders are answered. */
const hoursAfterwards = 6
/** The night of the server's machine: the day begins at seven in Jakarta. */
const begin = Date.parse('2026-11-20T00:00:00Z')
/** Sessions do not last a day. */
const hoursOfSession = 6

/** Everybody whom a day needs, over one running product whose clock goes on by hand. */
export async function runDay({
  orders,
  members,
  stepMinutes,
  hoursOfOrders,
  log = () => {},
}: DayOptions): Promise<DayReport> {
  const chance = createChance(20)
  const key = sendgridKey()
  const clock = { now: begin }
  const ses = await startSes()
  const app = await startTestApp({
    clock: () => new Date(clock.now),
    worker: true,
    visitorPage,
    env: {
      ...behindProxy,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_SESV2: ses.url,
      SENDGRID_WEBHOOK_KEY: key.publicKey,
      OFFICIAL_SENDERS: officialDomain,
      OFFICIAL_AUTOSEND: '1',
    },
  })
  try {
    const site = createOfficialSite(chance, (to, bytes, isForged) =>
      deliverOfficialMail({ url: app.url, key }, to, bytes, isForged, new Date(clock.now)),
    )
    const journeys = new Map<number, Journey>()
    const customers = createCustomers(app, journeys)
    const desk = deskOf(app, site, journeys)
    const staff = await Promise.all(
      Array.from({ length: members }, (_, index) => hire(app, desk, `Member ${index + 1}`, clock)),
    )
    const steps = ((hoursOfOrders + hoursAfterwards) * 60) / stepMinutes
    const stepsOfOrders = (hoursOfOrders * 60) / stepMinutes
    for (let step = 0; step < steps; step++) {
      clock.now = begin + step * stepMinutes * minuteMs
      const due = Math.min(orders, Math.round(((step + 1) / stepsOfOrders) * orders))
      while (journeys.size < due)
        await takeIn(app, journeys, makeJourney(journeys.size, today(clock.now), chance))
      await customers.answerDue(await openQuestions(app), clock.now)
      await site.answerDue(clock.now)
      await untilWorked(app, clock.now)
      for (const member of staff) await member.workFor(stepMinutes * 60, clock.now)
      await untilWorked(app, clock.now)
      if (step % 8 === 0)
        log(
          `${new Date(clock.now).toISOString().slice(11, 16)}: ${journeys.size} orders, ${site.answered()} official mails`,
        )
    }
    return await report(app, desk, clock.now)
  } finally {
    await app.stop()
    await ses.stop()
  }
}

const today = (now: number) => jakartaToday(new Date(now))

function deskOf(app: TestApp, site: OfficialSite, journeys: ReadonlyMap<number, Journey>): Desk {
  return {
    app,
    site,
    journeys,
    hands: new Map(),
    filedAt: new Map(),
    async seenOwner(proposalId) {
      const row = await app.owner
        .selectFrom('proposals')
        .select('sha256')
        .where('id', '=', proposalId)
        .executeTakeFirst()
      return row && site.ownerOf(row.sha256)
    },
    async hasDocument(orderId) {
      const row = await app.owner
        .selectFrom('documents')
        .select('id')
        .where('order_id', '=', orderId)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

async function hire(app: TestApp, desk: Desk, name: string, clock: { now: number }) {
  const { email } = await app.addMember(name, 'Team')
  const session = { token: '', until: 0 }
  return createMember(desk, async () => {
    if (clock.now >= session.until) {
      session.token = await app.signInWith(email)
      session.until = clock.now + hoursOfSession * 60 * minuteMs
    }
    return session.token
  })
}

async function takeIn(app: TestApp, journeys: Map<number, Journey>, journey: Journey): Promise<void> {
  const { http, body } = await app.call(createOrder, { body: journey.order }, { token: testIntakeKey })
  if (http !== 200) throw new Error(`intake answered ${http}: ${body.message}`)
  journeys.set(body.data.order_id, journey)
}

/** Those whose mail has left. */
const openQuestions = (app: TestApp) =>
  app.owner
    .selectFrom('customer_questions as q')
    .innerJoin('mails as m', 'm.id', 'q.mail_id')
    .select(['q.order_id', 'q.asked_at'])
    .where('q.ended_at', 'is', null)
    .where('m.state', '=', 'sent')
    .orderBy('q.asked_at')
    .execute()

/** Until the jobs have done what is due: mails read and sent, certain documents sent. */
async function untilWorked(app: TestApp, now: number): Promise<void> {
  const at = new Date(now)
  for (;;) {
    // The job looks once in a minute of the wall's clock; the day's goes faster.
    while (await sendNextDue(app.platform));
    const { rows } = await sql<{ n: number }>`select (
      (select count(*) from proposals where read_at is null and attempts < 3)
      + (select count(*) from proposals where send_at <= ${at} and sent_at is null and dismissed_at is null)
      + (select count(*) from mails where state in ('queued', 'sending') and not_before <= ${at}))::int as n
    `.execute(app.owner)
    if (rows[0]?.n === 0) return
    await pause(50)
  }
}

async function report(app: TestApp, desk: Desk, now: number): Promise<DayReport> {
  const { journeys, hands, site } = desk
  const documents = await app.owner
    .selectFrom('documents as d')
    .innerJoin('orders as o', 'o.order_id', 'd.order_id')
    .select(['d.order_id', 'd.sha256', 'd.member_id', 'o.due_at', 'o.created_at as came_at', 'd.created_at'])
    .where('d.withdrawn_at', 'is', null)
    .execute()
  const served = new Set(documents.map(({ order_id: id }) => id))
  const waiting = new Set((await openQuestions(app)).map(({ order_id: id }) => id))
  // Its window opened while there was an hour left to file it and for the answer to come.
  const lastOpening = today(now - 2 * 60 * minuteMs)
  const orders = await app.owner.selectFrom('orders').select(['order_id', 'window_opens_on']).execute()
  const couldBeMet = orders.filter(
    ({ order_id: id, window_opens_on: opens }) =>
      !waiting.has(id) && (opens === null || opens <= lastOpening),
  )
  const minutes = documents.map(
    ({ came_at: from, created_at: to }) => (to.getTime() - from.getTime()) / minuteMs,
  )
  return {
    orders: journeys.size,
    couldBeMet: couldBeMet.length,
    withDocument: served.size,
    wrongDocuments: documents.filter(({ order_id: id, sha256 }) => site.ownerOf(sha256) !== id).length,
    missed: couldBeMet.filter(({ order_id: id }) => !served.has(id)).length,
    late: documents.filter(({ due_at: due, created_at: at }) => due !== null && at > due).length,
    byThemselves: documents.filter(({ member_id: by }) => by === null).length,
    hands: hands.size,
    handsBy: Object.fromEntries(
      reasons.map((reason) => [reason, [...hands.values()].filter((its) => its.has(reason)).length]),
    ) as Record<Reason, number>,
    medianMinutes: minutes.toSorted((a, b) => a - b)[Math.floor(minutes.length / 2)] ?? 0,
  }
}
