import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction } from '../db/database.ts'
import { describeError } from '../log.ts'
import { defineJob, noPayload } from '../jobs/define-job.ts'
import { startLoop } from '../jobs/loop.ts'
import { createPace } from '../jobs/pace.ts'
import type { Platform } from '../work.ts'
import {
  wasAttempted,
  claimMails,
  selectAbandonedMails,
  markAttempted,
  updateContent,
  recordOutcome,
  type MailRow,
  type Outcome,
} from './mail-rows.ts'
import { createTransports, type Transports } from './providers.ts'
import { linkSecret } from './link-secret.ts'
import { openContent, sealContent } from './mail-content.ts'
import { mailObstacle } from './obstacles.ts'
import { composeRow } from './queue-mail.ts'
import { messageIdFor, renderMail } from './render.ts'
import { findMailDefinition, InvalidPropsError, type MailContent, type MailTemplates } from './define-mail.ts'
import {
  PermanentMailError,
  TransientMailError,
  UnknownOutcomeError,
  type OutgoingMail,
} from './transport.ts'

interface RetryPolicy {
  /** ms after the first, second, … failed attempt; one more failure is final. */
  delaysMs: readonly number[]
  /** ms after which a 'sending' mail counts as abandoned; transports time out much earlier. */
  abandonedAfterMs: number
}

const second = 1000
const minute = 60 * second

const defaultRetryPolicy: RetryPolicy = {
  delaysMs: [10 * second, minute, 5 * minute, 30 * minute, 120 * minute],
  abandonedAfterMs: minute,
}

/** Up to this fraction is added, so that mails that failed together are not retried together. */
const jitter = 0.25

/** ms before the next attempt, at least the provider's Retry-After; undefined after the last. */
function retryDelayMs({ delaysMs }: RetryPolicy, attempts: number, retryAfter = 0): number | undefined {
  const delay = delaysMs[attempts - 1]
  return delay === undefined ? undefined : Math.max(delay, retryAfter) * (1 + Math.random() * jitter)
}

const concurrency = 8

const recoverAbandonedMailsJob = defineJob('recover-abandoned-mails', noPayload)

export interface MailWorker extends Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'seal'> {
  templates: MailTemplates
  transports: Transports
  retryPolicy: RetryPolicy
}

export const createMailWorker = (
  { config, db, clock, log, seal }: Platform,
  templates: MailTemplates,
  { transports = createTransports(config), retryPolicy = defaultRetryPolicy }: Partial<MailWorker> = {},
): MailWorker => ({ config, db, clock, log, seal, templates, transports, retryPolicy })

/** Registers the loop that sends queued mails, and the job that recovers those of a dead worker. */
export function registerMailJobs(platform: Platform, templates: MailTemplates): void {
  const worker = createMailWorker(platform, templates)
  platform.jobs.addLoop('mails', (pace) => startMailLoop(worker, pace))
  recoverAbandonedMailsJob.handle(platform.jobs, () => recoverAbandonedMails(worker), { every: '* * * * *' })
}

export const startMailLoop = (worker: MailWorker, pace = createPace()) =>
  startLoop(
    {
      claim: (limit) => claimDueMails(worker, limit),
      work: (mail) => sendMail(worker, mail),
      onError: (error) => worker.log.error({ err: error }, 'mail worker'),
    },
    { concurrency, pace },
  )

export async function sendDueMails(worker: MailWorker, limit = concurrency): Promise<number> {
  const mails = await claimDueMails(worker, limit)
  await Promise.all(mails.map((mail) => sendMail(worker, mail)))
  return mails.length
}

const claimDueMails = ({ db, clock, templates }: MailWorker, limit: number) =>
  inTransaction(db, (tx) => claimMails(tx, limit, clock(), mailObstacle(templates)))

async function sendMail(worker: MailWorker, mail: MailRow): Promise<void> {
  const outcome = await attemptSend(worker, mail)
  if (outcome) await saveOutcome(worker, mail, outcome)
}

/** Undefined where another worker took the mail over before the provider was called, or an obstacle cancelled it. */
async function attemptSend(worker: MailWorker, mail: MailRow): Promise<Outcome | undefined> {
  const { db, clock, log, templates, transports } = worker
  try {
    const outgoing = await prepareOutgoing(worker, await renewContent(worker, mail))
    // Committed before the call: after a crash the attempt is known, and the mail is not sent twice.
    const obstacle = mailObstacle(templates)
    if (!(await inTransaction(db, (tx) => markAttempted(tx, mail, clock(), obstacle)))) return undefined
    const provider_message_id = await transports(mail.provider).send(outgoing)
    return provider_message_id === null
      ? { state: 'kept', error: null }
      : { state: 'sent', sent_at: clock(), provider_message_id, error: null }
  } catch (error) {
    log.error({ err: error, mailId: mail.id }, 'a mail was not sent')
    // Providers quote the recipient.
    const reason = describeError(error)
    if (error instanceof InvalidPropsError) return { state: 'failed', error: reason }
    if (error instanceof PermanentMailError) return { state: 'bounced', error: reason }
    if (error instanceof UnknownOutcomeError) return { state: 'unknown', error: reason }
    return retryOrFail(
      worker,
      mail,
      reason,
      error instanceof TransientMailError ? error.retryAfter : undefined,
    )
  }
}

/** Updates what the mail says of documents and travellers, in its row too. */
const renewContent = async ({ db, config, seal, templates }: MailWorker, mail: MailRow): Promise<MailRow> => {
  const template = findMailDefinition(templates, mail.kind)
  const { renew } = template ?? {}
  if (!template || !renew) return mail
  return inTransaction(db, async (tx) => {
    const props = await renew({ tx, seal, config }, mail)
    if (props === null) return mail
    const content = sealContent(seal, mail.id, composeRow(template, props, config))
    await updateContent(tx, mail, content)
    return { ...mail, ...content }
  })
}

async function prepareOutgoing(
  { config, clock, seal, templates }: MailWorker,
  mail: MailRow,
): Promise<OutgoingMail> {
  const template = findMailDefinition(templates, mail.kind)
  if (!template) throw new Error(`there is no template for a mail of kind ${mail.kind}`)
  const { subject, props } = openContent(seal, mail)
  const content = template.render(props, config, (linkId) => linkSecret(seal, linkId))
  return {
    ...renderMail(mail.order_id, content, config),
    ...(content.headers && { headers: content.headers }),
    attachments: await loadAttachments(content),
    // The stored subject, which the histories show.
    subject,
    id: mail.id,
    messageId: messageIdFor(mail.id, config),
    to: mail.recipient,
    date: clock(),
  }
}

const loadAttachments = ({ attachments = [] }: MailContent) =>
  Promise.all(attachments.map(async ({ bytes, ...file }) => ({ ...file, bytes: await bytes() })))

function retryOrFail(
  { retryPolicy, clock }: MailWorker,
  mail: MailRow,
  error: string,
  retryAfter?: number,
): Outcome {
  const delay = retryDelayMs(retryPolicy, mail.attempts, retryAfter)
  return delay === undefined
    ? { state: 'failed', error }
    : { state: 'queued', not_before: new Date(clock().getTime() + delay), error }
}

const saveRetryDelaysMs = [200, 1000, 5000, 10_000]

async function saveOutcome(
  { db, clock, log, templates }: MailWorker,
  mail: MailRow,
  outcome: Outcome,
): Promise<void> {
  const obstacle = mailObstacle(templates)
  for (const ms of [...saveRetryDelaysMs, undefined]) {
    try {
      return await inTransaction(db, (tx) => recordOutcome(tx, mail, outcome, { now: clock(), obstacle }))
    } catch (error) {
      log.error(
        { err: error, mailId: mail.id, outcome: outcome.state },
        'the outcome of a mail was not saved',
      )
      if (ms === undefined) throw error
      await pause(ms)
    }
  }
}

const outcomeAfterCrash = {
  yes: ({ config }, mail) => ({
    state: 'sent',
    sent_at: mail.attempted_at ?? mail.created_at,
    provider_message_id: messageIdFor(mail.id, config),
    error: null,
  }),
  kept: () => ({ state: 'kept', error: null }),
  no: (worker, mail) => retryOrFail(worker, mail, 'The worker stopped before the mail left.'),
  unclear: () => ({
    state: 'unknown',
    error: 'The worker stopped while it sent the mail, and the provider does not say whether it left.',
  }),
} satisfies Record<'yes' | 'kept' | 'no' | 'unclear', (worker: MailWorker, mail: MailRow) => Outcome>

/** Asks the provider about mails that a dead worker left as 'sending', and records their outcome. */
export async function recoverAbandonedMails(worker: MailWorker): Promise<void> {
  const { db, clock, log, retryPolicy, transports } = worker
  const since = new Date(clock().getTime() - retryPolicy.abandonedAfterMs)
  const obstacle = mailObstacle(worker.templates)
  for (const mail of await inTransaction(db, (tx) => selectAbandonedMails(tx, since))) {
    try {
      const wasSent = wasAttempted(mail) ? await transports(mail.provider).wasSent(mail.id) : 'no'
      await inTransaction(db, (tx) =>
        recordOutcome(tx, mail, outcomeAfterCrash[wasSent](worker, mail), { now: clock(), obstacle }),
      )
    } catch (error) {
      log.error({ err: error, mailId: mail.id }, 'the outcome of an abandoned mail could not be determined')
    }
  }
}
