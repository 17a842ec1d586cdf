import { inTransaction, type Tx } from '../db/database.ts'
import type { Platform } from '../work.ts'
import {
  claimMail,
  mailsLeftSending,
  settleMail,
  takeForgottenMails,
  type MailRow,
  type Outcome,
} from './mail-rows.ts'
import { configuredTransports, type Transports } from './providers.ts'
import { addSendJob, sendMailJob } from './queue-mail.ts'
import { messageIdOf, renderMail } from './render.ts'
import type { MailContent, MailTemplates } from './template.ts'
import { UnclearOutcome } from './transport.ts'

const second = 1000
/** Waits after the first, second, … failed attempt; after one more the mail has failed. */
const waits = [10, 60, 5 * 60, 30 * 60, 2 * 60 * 60].map((seconds) => seconds * second)
/** A transport gives up well within this time: a mail that is still being sent has lost its worker. */
const patience = 60 * second

/** Declares the jobs that send queued mails and find out about those that a dead worker left. */
export function handleMails(
  platform: Platform,
  templates: MailTemplates,
  transports: Transports = configuredTransports(platform.config),
): void {
  platform.jobs.handle<{ mailId: string }>(
    sendMailJob,
    ({ mailId }) => sendMail(platform, templates, transports, mailId),
    { atOnce: 2 },
  )
  platform.jobs.handle('sweep-mails', () => sweepMails(platform, transports), { every: '* * * * *' })
}

/** One attempt at a mail that is queued and due; for any other it does nothing. */
export async function sendMail(
  platform: Platform,
  templates: MailTemplates,
  transports: Transports,
  mailId: string,
): Promise<void> {
  const { db, clock } = platform
  // Committed before the call goes out, so that a crash leaves a trace and never a second mail.
  const mail = await inTransaction(db, (tx) => claimMail(tx, mailId, clock()))
  if (!mail) return
  const outcome = await attempt(platform, templates, transports, mail)
  await inTransaction(db, (tx) => settle(platform, tx, mail, outcome))
}

async function attempt(
  { config, clock, log }: Platform,
  templates: MailTemplates,
  transports: Transports,
  mail: MailRow,
): Promise<Outcome> {
  try {
    const template = templates[mail.kind]
    if (!template) throw new Error(`there is no template for a mail of kind ${mail.kind}`)
    const content = template.write(mail.props as never, config)
    const provider_message_id = await transports(mail.provider).send({
      ...renderMail(mail.order_id, content, config),
      attachments: await filesOf(content),
      // What the histories show is what was sent.
      subject: mail.subject,
      id: mail.id,
      messageId: messageIdOf(mail.id, config),
      to: mail.recipient,
      date: clock(),
    })
    return { state: 'sent', sent_at: clock(), provider_message_id, error: null }
  } catch (error) {
    log.error({ err: error, mailId: mail.id }, 'a mail was not sent')
    const reason = error instanceof Error ? error.message : String(error)
    return error instanceof UnclearOutcome
      ? { state: 'unknown', error: reason }
      : afterFailure(mail, reason, clock())
  }
}

const filesOf = ({ attachments = [] }: MailContent) =>
  Promise.all(attachments.map(async ({ bytes, ...file }) => ({ ...file, bytes: await bytes() })))

function afterFailure({ attempts }: MailRow, error: string, now: Date): Outcome {
  const wait = waits[attempts - 1]
  return wait === undefined
    ? { state: 'failed', error }
    : { state: 'queued', not_before: new Date(now.getTime() + wait), error }
}

async function settle(platform: Platform, tx: Tx, mail: MailRow, outcome: Outcome) {
  const written = await settleMail(tx, mail, outcome)
  if (written && outcome.state === 'queued')
    await addSendJob(platform, tx, mail.id, outcome.not_before.getTime() - platform.clock().getTime())
}

const afterDeath = {
  yes: (mail, { config }) => ({
    state: 'sent',
    sent_at: mail.attempted_at ?? mail.created_at,
    provider_message_id: messageIdOf(mail.id, config),
    error: null,
  }),
  no: (mail, { clock }) => afterFailure(mail, 'The worker stopped before the mail left.', clock()),
  unclear: () => ({
    state: 'unknown',
    error: 'The worker stopped while it sent the mail, and the provider does not say whether it left.',
  }),
} satisfies Record<'yes' | 'no' | 'unclear', (mail: MailRow, platform: Platform) => Outcome>

/** Finds out about mails that a dead worker left as 'sending', and takes up queued ones that have lost their job. */
export async function sweepMails(
  platform: Platform,
  transports: Transports = configuredTransports(platform.config),
): Promise<void> {
  const { db, clock, log } = platform
  const now = clock()
  const since = new Date(now.getTime() - patience)
  for (const mail of await inTransaction(db, (tx) => mailsLeftSending(tx, since))) {
    try {
      const was = await transports(mail.provider).wasSent(mail.id)
      await inTransaction(db, (tx) => settle(platform, tx, mail, afterDeath[was](mail, platform)))
    } catch (error) {
      log.error({ err: error, mailId: mail.id }, 'what became of a mail could not be found out')
    }
  }
  await inTransaction(db, async (tx) => {
    for (const { id } of await takeForgottenMails(tx, since, now)) await addSendJob(platform, tx, id)
  })
}
