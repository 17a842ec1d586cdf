import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderToStaticMarkup } from 'react-dom/server'
import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'
import type { MailAnswers } from '#server/messages/store-message.ts'
import { splitAndTruncate } from '#server/messages/message-text.ts'
import { DevelopmentPage, sendHtml } from '#server/platform/mail/preview.tsx'
import { bounceWords, findBounceWords } from './bounce-words.ts'
import { answersOwnId, classifyMail } from './classify-mail.ts'
import type { InboundMail, ParsedMail } from './inbound-mail.ts'
import { mailMarks, marksOf } from './mail-marks.ts'
import { parseBounce } from './parse-bounce.ts'
import { parseMime } from './parse-mime.ts'
import { isOfficialDomain, domainOf, ordersOfMail } from './receive-mail.ts'

const path = '/dev/incoming'
const maxSourceBytes = 1024 * 1024

/** A mail whose envelope stands in its header, as a mailbox stores it. */
export function withEnvelopeOfHeaders(mail: ParsedMail): InboundMail {
  const addressIn = (name: string) => mail.headers.get(name)?.replaceAll(/[<>\s]/g, '')
  const to = addressIn('delivered-to')
  return {
    ...mail,
    envelope: {
      from: addressIn('return-path') ?? mail.from.address,
      to: to === undefined ? mail.to.map(({ address }) => address) : [to],
    },
    verdicts: { spf: 'unknown', dmarc: 'unknown', dkim: [] },
  }
}

const exampleOfWords = ({ example }: { example: string }) =>
  example.startsWith('Subject:')
    ? `Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\n${example}\n\nNo.`
    : `Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\n\n${example}`

/** The rows of the tables with a mail for each. */
export const examples = [
  ...mailMarks.map(({ name, means, example }) => ({ name, means, source: example })),
  ...bounceWords.map((row) => ({ name: row.system, means: row.means, source: exampleOfWords(row) })),
]

const lists: Record<NonNullable<MailAnswers['listed']>, string> = {
  replies: 'yes: in Replies',
  always: 'perhaps: in the list of automatic mails',
  'while waiting': 'perhaps: in the list of automatic mails while the order waits',
}

const names = (rows: readonly string[]) => rows.join('\n') || 'none'

/** What becomes of a mail, by name; the sender's identity is taken as proven. */
function explainMail(mail: InboundMail, config: Config): readonly (readonly [string, string])[] {
  const notice = parseBounce(mail, config)
  const isOfficial = isOfficialDomain(config, domainOf(mail.from.address))
  const answers = classifyMail(mail, { isOfficial, answersOurs: answersOwnId(mail, config) })
  const { text, quoted } = splitAndTruncate(mail.text, { sendDomain: config.sendDomain, earlier: [] })
  return [
    ['Marks', names(marksOf(mail).map(({ name, means }) => `${means}: ${name}`))],
    ['Words of a bounce', names(findBounceWords(mail).map(({ system, means }) => `${means}: ${system}`))],
    ['May it move the order?', answers.movesOrder ? 'yes' : 'no'],
    ['Must a person read it?', answers.listed ? lists[answers.listed] : 'no'],
    ['Must we not answer it?', answers.byProgram ? 'no answer: a program sent it' : 'it may be answered'],
    ['Orders', names(ordersOfMail(mail, config.sendDomain).map(String))],
    ['Notice about a mail', notice ? (notice.means ?? 'does not say what happened') : 'no'],
    ...(notice
      ? ([
          [
            'Its mail',
            notice.mailId ?? (notice.likelyMailId ? `perhaps ${notice.likelyMailId}` : 'not named'),
          ],
          ['Its recipients', names(notice.recipients)],
          ['Its reason', notice.detail ?? 'none'],
        ] as const)
      : []),
    ['Text', text],
    ['Quoted', quoted || 'nothing'],
  ]
}

interface WayPageProps {
  source: string
  way: readonly (readonly [string, string])[]
}

const WayPage = ({ source, way }: WayPageProps) => (
  <DevelopmentPage title="Incoming mail">
    <h1>Incoming mail</h1>
    <form method="post" action={path}>
      <label htmlFor="source">Source of a mail; Return-Path and Delivered-To are its envelope</label>
      <textarea id="source" name="source" defaultValue={source} />
      <p>
        <button>Show its way</button>
      </p>
    </form>
    <table>
      <tbody>
        {way.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td style={{ whiteSpace: 'pre-wrap' }} dir="auto">
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <h2>Rules</h2>
    <table>
      <tbody>
        {examples.map(({ name, means }, index) => (
          <tr key={name}>
            <td>{means}</td>
            <td>
              <a href={`${path}?example=${index}`}>{name}</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </DevelopmentPage>
)

const choice = z.object({ example: z._default(z.coerce.number(), 0) })

/** `/dev/incoming`: which rules a mail meets, and what becomes of it; for development only. Nothing is stored. */
export function serveMailWay(app: FastifyInstance, config: Config) {
  async function show(reply: FastifyReply, source: string) {
    const mail = withEnvelopeOfHeaders(await parseMime(Buffer.from(source)))
    const page = <WayPage source={source} way={explainMail(mail, config)} />
    return sendHtml(reply, `<!doctype html>${renderToStaticMarkup(page)}`)
  }
  void app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxSourceBytes },
      (_request, body, next) => next(null, String(body)),
    )
    pages.get(path, (request, reply) => {
      const { data } = choice.safeParse(request.query)
      return show(reply, examples[data?.example ?? 0]?.source ?? '')
    })
    pages.post(path, (request, reply) =>
      show(reply, new URLSearchParams(String(request.body)).get('source') ?? ''),
    )
  })
}
