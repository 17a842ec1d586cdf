import { setTimeout as pause } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { mailProviders } from '#contract/messages.ts'
import { inTransaction } from '../db/database.ts'
import { describeError } from '../log.ts'
import { defineJob, noPayload } from '../jobs/define-job.ts'
import { startLoop, type Loop } from '../jobs/loop.ts'
import { createPace } from '../jobs/pace.ts'
import type { Platform } from '../work.ts'
import {
  wasAttempted,
  claimMails,
  selectAbandonedMails,
  markAttempted,
  renewClaim,
  updateContent,
  recordOutcome,
  type ClaimedMail,
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
import { createLanes, usualSlots, type Lane, type Lanes } from './lanes.ts'
import { outcomeOfFailure, usualRetryPolicy, type RetryPolicy } from './retry-policy.ts'
import { MailFailure, type OutgoingMail } from './transport.ts'

const recoverAbandonedMailsJob = defineJob('recover-abandoned-mails', noPayload)

export interface MailWorker extends Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'seal'> {
  templates: MailTemplates
  transports: Transports
  retryPolicy: RetryPolicy
  lanes: Lanes
  /** Aborted when the worker stops. */
  stop: AbortSignal
}

export const createMailWorker = (
  { config, db, clock, log, seal }: Platform,
  templates: MailTemplates,
  {
    transports = createTransports(config),
    retryPolicy = usualRetryPolicy,
    lanes = createLanes(),
    stop = new AbortController().signal,
  }: Partial<MailWorker> = {},
): MailWorker => ({ config, db, clock, log, seal, templates, transports, retryPolicy, lanes, stop })

/** Registers the loop that sends queued mails, and the job that recovers those of a dead worker. */
export function registerMailJobs(platform: Platform, templates: MailTemplates): void {
  const worker = createMailWorker(platform, templates)
  platform.jobs.addLoop('mails', (pace) => startMailLoop(worker, pace))
  recoverAbandonedMailsJob.handle(platform.jobs, () => recoverAbandonedMails(worker), { every: '* * * * *' })
}

/** Sends until it is stopped; what has not left by then is queued again. */
export function startMailLoop(mailWorker: MailWorker, pace = createPace()): Loop {
  const stopping = new AbortController()
  const worker = { ...mailWorker, stop: stopping.signal }
  const loop = startLoop(
    {
      claim: () => claimDueMails(worker, worker.lanes.free()),
      work: (mail) => sendMail(worker, mail),
      onError: (error) => worker.log.error({ err: error }, 'mail worker'),
    },
    { concurrency: worker.lanes.total, pace },
  )
  return {
    stop() {
      stopping.abort()
      return loop.stop()
    },
  }
}

/** Sends up to `slots` due mails of each provider. */
export async function sendDueMails(worker: MailWorker, slots = usualSlots): Promise<number> {
  const mails = await claimDueMails(
    worker,
    mailProviders.map((provider) => ({ provider, slots })),
  )
  await Promise.all(mails.map((mail) => sendMail(worker, mail)))
  return mails.length
}

const claimDueMails = ({ db, clock, templates }: MailWorker, lanes: readonly Lane[]) =>
  inTransaction(db, (tx) => claimMails(tx, lanes, clock(), mailObstacle(templates)))

async function sendMail(worker: MailWorker, mail: ClaimedMail): Promise<void> {
  const outcome = await worker.lanes.hold(mail.provider, () => attemptSend(worker, mail))
  if (outcome) await saveOutcome(worker, mail, outcome)
}

/** Undefined where another worker took the mail over before the provider was called, or an obstacle cancelled it. */
async function attemptSend(worker: MailWorker, mail: ClaimedMail): Promise<Outcome | undefined> {
  const { clock, db, log, retryPolicy, templates } = worker
  try {
    const outgoing = await prepareOutgoing(worker, await renewContent(worker, mail))
    // Committed before the call: after a crash the attempt is known, and the mail is not sent twice.
    const obstacle = mailObstacle(templates)
    if (!(await inTransaction(db, (tx) => markAttempted(tx, mail, clock(), obstacle)))) return undefined
    const provider_message_id = await callProvider(worker, mail, outgoing)
    return provider_message_id === null
      ? { state: 'kept', error: null }
      : { state: 'sent', sent_at: clock(), provider_message_id, error: null }
  } catch (error) {
    log.error({ err: error, mailId: mail.id }, 'a mail was not sent')
    // Providers quote the recipient.
    const reason = describeError(error)
    if (error instanceof InvalidPropsError) return { state: 'failed', error: reason }
    const { kind, retryAfter } = error instanceof MailFailure ? error : { kind: 'moment' as const }
    return outcomeOfFailure(retryPolicy, mail, { kind, retryAfter, reason }, clock())
  }
}

/** Renews the claim while the provider takes its time. */
async function callProvider(
  { db, clock, log, transports, retryPolicy, stop }: MailWorker,
  mail: ClaimedMail,
  outgoing: OutgoingMail,
): Promise<string | null> {
  const renewal = setInterval(() => {
    inTransaction(db, (tx) => renewClaim(tx, mail, clock())).catch((error: unknown) =>
      log.error({ err: error, mailId: mail.id }, 'the claim of a mail was not renewed'),
    )
  }, retryPolicy.renewEveryMs)
  try {
    return await transports(mail.provider).send(outgoing, stop)
  } finally {
    clearInterval(renewal)
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
    to: wireAddress(mail.recipient),
    date: clock(),
  }
}

/** With its domain in Punycode. What is no domain stays, for the provider to refuse. */
function wireAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at))
}

const loadAttachments = ({ attachments = [] }: MailContent) =>
  Promise.all(attachments.map(async ({ bytes, ...file }) => ({ ...file, bytes: await bytes() })))

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
  no: ({ retryPolicy, clock }, mail) =>
    outcomeOfFailure(
      retryPolicy,
      mail,
      { kind: 'moment', reason: 'The worker stopped before the mail left.' },
      clock(),
    ),
  unclear: () => ({
    state: 'unknown',
    error: 'The worker stopped while it sent the mail, and the provider does not say whether it left.',
  }),
} satisfies Record<'yes' | 'kept' | 'no' | 'unclear', (worker: MailWorker, mail: ClaimedMail) => Outcome>

/** Asks the provider about mails that a dead worker left as 'sending', and records their outcome. */
export async function recoverAbandonedMails(worker: MailWorker): Promise<void> {
  const { db, clock, log, retryPolicy, transports } = worker
  const since = new Date(clock().getTime() - retryPolicy.abandonedAfterMs)
  const obstacle = mailObstacle(worker.templates)
  for (const mail of await inTransaction(db, (tx) => selectAbandonedMails(tx, since))) {
    try {
      const wasSent = wasAttempted(mail) ? await transports(mail.provider).wasSent(mail.id) : 'no'
      await inTransaction(db, (tx) =>
        recordOutcome(tx, mail, outcomeAfterCrash[wasSent](worker, mail), {
          now: clock(),
          obstacle,
          seen: mail,
        }),
      )
    } catch (error) {
      log.error({ err: error, mailId: mail.id }, 'the outcome of an abandoned mail could not be determined')
    }
  }
}
