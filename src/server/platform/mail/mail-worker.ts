import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction } from '../db/database.ts'
import { defineJob, noPayload } from '../jobs/define-job.ts'
import { startLoop } from '../jobs/loop.ts'
import type { Platform } from '../work.ts'
import {
  callBegan,
  claimMails,
  mailsLeftSending,
  markCall,
  settleMail,
  type MailRow,
  type Outcome,
} from './mail-rows.ts'
import { usualPace, waitAfter, type Pace } from './pace.ts'
import { configuredTransports, type Transports } from './providers.ts'
import { messageIdOf, renderMail } from './render.ts'
import { mailOfKind, UnfitProps, type MailContent, type MailTemplates } from './define-mail.ts'
import { MailRefused, NotNow, UnclearOutcome, type OutgoingMail } from './transport.ts'

/** Sends at once in one process, and how long it looks the other way when nothing is due. */
const atOnce = 8
const idleMs = 500

const sweepMailsJob = defineJob('sweep-mails', noPayload)

/** What a mail worker stands on. */
export interface MailDesk extends Pick<Platform, 'config' | 'db' | 'clock' | 'log'> {
  templates: MailTemplates
  transports: Transports
  pace: Pace
}

export const mailDesk = (
  { config, db, clock, log }: Platform,
  templates: MailTemplates,
  { transports = configuredTransports(config), pace = usualPace }: Partial<MailDesk> = {},
): MailDesk => ({ config, db, clock, log, templates, transports, pace })

/** Declares the loop that sends queued mails, and the job that finds out about those that a dead worker left. */
export function handleMails(platform: Platform, templates: MailTemplates): void {
  const desk = mailDesk(platform, templates)
  platform.jobs.alongside(() => startMailLoop(desk))
  sweepMailsJob.handle(platform.jobs, () => sweepMails(desk), { every: '* * * * *' })
}

/** Sends due mails, several at once, until it is stopped; then lets running sends end. */
export const startMailLoop = (desk: MailDesk) =>
  startLoop(
    {
      take: (limit) => claim(desk, limit),
      work: (mail) => send(desk, mail),
      onError: (error) => desk.log.error({ err: error }, 'mail worker'),
    },
    { atOnce, idleMs },
  )

/** One attempt at each of the mails that are due, up to `limit`; says how many those were. */
export async function sendDueMails(desk: MailDesk, limit = atOnce): Promise<number> {
  const mails = await claim(desk, limit)
  await Promise.all(mails.map((mail) => send(desk, mail)))
  return mails.length
}

const claim = ({ db, clock }: MailDesk, limit: number) =>
  inTransaction(db, (tx) => claimMails(tx, limit, clock()))

async function send(desk: MailDesk, mail: MailRow): Promise<void> {
  const outcome = await attempt(desk, mail)
  if (outcome) await settle(desk, mail, outcome)
}

/** Undefined where the mail was taken from this worker before its call went out. */
async function attempt(desk: MailDesk, mail: MailRow): Promise<Outcome | undefined> {
  const { db, clock, log, transports } = desk
  try {
    const outgoing = await write(desk, mail)
    // Committed before the call goes out, so that a crash leaves a trace and never a second mail.
    if (!(await inTransaction(db, (tx) => markCall(tx, mail, clock())))) return undefined
    const provider_message_id = await transports(mail.provider).send(outgoing)
    return { state: 'sent', sent_at: clock(), provider_message_id, error: null }
  } catch (error) {
    log.error({ err: error, mailId: mail.id }, 'a mail was not sent')
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof UnfitProps) return { state: 'failed', error: reason }
    if (error instanceof MailRefused) return { state: 'bounced', error: reason }
    if (error instanceof UnclearOutcome) return { state: 'unknown', error: reason }
    return again(desk, mail, reason, error instanceof NotNow ? error.retryAfter : undefined)
  }
}

async function write({ config, clock, templates }: MailDesk, mail: MailRow): Promise<OutgoingMail> {
  const template = mailOfKind(templates, mail.kind)
  if (!template) throw new Error(`there is no template for a mail of kind ${mail.kind}`)
  const content = template.write(mail.props, config)
  return {
    ...renderMail(mail.order_id, content, config),
    ...(content.headers && { headers: content.headers }),
    attachments: await filesOf(content),
    // What the histories show is what was sent.
    subject: mail.subject,
    id: mail.id,
    messageId: messageIdOf(mail.id, config),
    to: mail.recipient,
    date: clock(),
  }
}

const filesOf = ({ attachments = [] }: MailContent) =>
  Promise.all(attachments.map(async ({ bytes, ...file }) => ({ ...file, bytes: await bytes() })))

function again({ pace, clock }: MailDesk, mail: MailRow, error: string, retryAfter?: number): Outcome {
  const wait = waitAfter(pace, mail.attempts, retryAfter)
  return wait === undefined
    ? { state: 'failed', error }
    : { state: 'queued', not_before: new Date(clock().getTime() + wait), error }
}

/** Pauses, in milliseconds, between tries to write down what only this process knows. */
const settleAgain = [200, 1000, 5000, 10_000]

async function settle({ db, clock, log }: MailDesk, mail: MailRow, outcome: Outcome): Promise<void> {
  for (const ms of [...settleAgain, undefined]) {
    try {
      return await inTransaction(db, (tx) => settleMail(tx, mail, outcome, clock()))
    } catch (error) {
      log.error({ err: error, mailId: mail.id, outcome: outcome.state }, 'the end of a mail was not written')
      if (ms === undefined) throw error
      await pause(ms)
    }
  }
}

const afterDeath = {
  yes: ({ config }, mail) => ({
    state: 'sent',
    sent_at: mail.attempted_at ?? mail.created_at,
    provider_message_id: messageIdOf(mail.id, config),
    error: null,
  }),
  no: (desk, mail) => again(desk, mail, 'The worker stopped before the mail left.'),
  unclear: () => ({
    state: 'unknown',
    error: 'The worker stopped while it sent the mail, and the provider does not say whether it left.',
  }),
} satisfies Record<'yes' | 'no' | 'unclear', (desk: MailDesk, mail: MailRow) => Outcome>

/** Finds out about mails that a dead worker left as 'sending'. */
export async function sweepMails(desk: MailDesk): Promise<void> {
  const { db, clock, log, pace, transports } = desk
  const since = new Date(clock().getTime() - pace.patience)
  for (const mail of await inTransaction(db, (tx) => mailsLeftSending(tx, since))) {
    try {
      const was = callBegan(mail) ? await transports(mail.provider).wasSent(mail.id) : 'no'
      await inTransaction(db, (tx) => settleMail(tx, mail, afterDeath[was](desk, mail), clock()))
    } catch (error) {
      log.error({ err: error, mailId: mail.id }, 'what became of a mail could not be found out')
    }
  }
}
