import { expect, test } from 'vitest'
import { parseMail } from '#server/platform/mail/untrusted/read-mail.ts'
import { findBounceWords } from './bounce-words.ts'
import { classifyMail } from './classify-mail.ts'
import type { InboundMail } from './inbound-mail.ts'
import { marksOf } from './mail-marks.ts'
import { examples, withEnvelopeOfHeaders } from './mail-way.tsx'
import { parseBounce } from './parse-bounce.ts'

const sendDomain = 'mail.pabean.example'
const id = '0192ab4c-7d1e-7f00-8a2b-3c4d5e6f7a8b'
const verp = `2000001+b${id.replaceAll('-', '')}@${sendDomain}`
const other = id.replace('0192', '0193')

async function read(source: string): Promise<InboundMail> {
  const { parts, html: _, ...mail } = await parseMail(Buffer.from(source.replaceAll('\n', '\r\n')), true)
  const files = parts.map(({ name = '', contentType, bytes }) => ({
    name,
    contentType,
    bytes: Buffer.from(bytes),
  }))
  return withEnvelopeOfHeaders({ ...mail, messageId: '<m@x.example>', files })
}

test.each(examples)('$means: $name has its example', async ({ name, means, source }) => {
  const mail = await read(source)
  const rows = [
    ...marksOf(mail).map((row) => ({ name: row.name, means: row.means })),
    ...findBounceWords(mail).map((row) => ({ name: row.system, means: row.means })),
  ]
  expect(rows).toContainEqual({ name, means })
})

const person = 'From: siti@traveller.example'
const toOurs = `In-Reply-To: <${id}@${sendDomain}>`
const noCircumstances = { isOfficial: false, answersOurs: false }

test.each<[string, string, typeof noCircumstances, boolean, string]>([
  ['a person', `${person}\n\nThe number is C4881027.`, noCircumstances, true, 'replies'],
  ['Auto-Submitted: no', `${person}\nAuto-Submitted: no\n\nYes.`, noCircumstances, true, 'replies'],
  ['X-Autoreply: no', `${person}\nX-Autoreply: no\n\nYes.`, noCircumstances, true, 'replies'],
  [
    'a person through a group',
    `${person}\nPrecedence: list\nList-ID: <a.example>\n${toOurs}\n\nYes.`,
    { isOfficial: false, answersOurs: true },
    true,
    'replies',
  ],
  [
    'a group whose answer names no mail',
    `${person}\nSubject: Re: your order\nList-ID: <a.example>\n\nYes.`,
    noCircumstances,
    true,
    'replies',
  ],
  ['news to a group', `${person}\nList-ID: <a.example>\n\nNews.`, noCircumstances, false, 'replies'],
  [
    'a person who forwards a bounce',
    `${person}\nSubject: Fwd: Undeliverable\n\nWhat is this?\n\n550 5.1.1 no such user`,
    noCircumstances,
    true,
    'replies',
  ],
  [
    'an absence note that answers us',
    `${person}\nX-Apple-Action: VACATION\n${toOurs}\n\nI am away.`,
    { isOfficial: false, answersOurs: true },
    false,
    'always',
  ],
  ['an absence note', `${person}\nX-Autoreply: yes\n\nI am away.`, noCircumstances, false, 'while waiting'],
  [
    'the refusal of the customs office',
    'From: ecd@customs.example\nAuto-Submitted: auto-generated\n\nRefused.',
    { isOfficial: true, answersOurs: false },
    false,
    'replies',
  ],
  [
    "an agent's answer from a ticket system",
    `${person}\nAuto-Submitted: auto-generated\n${toOurs}\n\nYes.`,
    { isOfficial: false, answersOurs: true },
    false,
    'replies',
  ],
  [
    'a postmaster who has a sender and writes Turkish',
    'From: postmaster@gateway.example\n\nPostanız teslim edilemedi: siti@traveller.example',
    noCircumstances,
    false,
    'always',
  ],
  [
    'a receipt of a reader',
    `${person}\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\n\nRead.\n--b--`,
    noCircumstances,
    false,
    'always',
  ],
])('%s', async (_, source, circumstances, movesOrder, listed) => {
  expect(classifyMail(await read(source), circumstances)).toMatchObject({ movesOrder, listed })
})

const daemon = `Return-Path: <>\nFrom: MAILER-DAEMON@mx.example`
const asReport = (status: string, original = '') =>
  [
    `${daemon}\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n`,
    '--b\nContent-Type: text/plain\n\nA notice.',
    `--b\nContent-Type: message/delivery-status\n\n${status}`,
    ...(original ? [`--b\nContent-Type: text/rfc822-headers\n\n${original}`] : []),
    '--b--\n',
  ].join('\n')
const failed = 'Final-Recipient: rfc822; Siti@Traveller.example\nAction: failed\nStatus: 5.1.1'
const siti = ['siti@traveller.example']

test.each<[string, string, Partial<NonNullable<ReturnType<typeof parseBounce>>>]>([
  [
    'a report that returns our Message-ID',
    asReport(failed, `Message-ID: <${id}@${sendDomain}>`),
    { means: 'failed', recipients: siti, mailId: id, detail: '5.1.1' },
  ],
  [
    'a report to the envelope address',
    `Delivered-To: ${verp}\n${asReport(failed, 'Message-ID: <changed@relay.example>')}`,
    { means: 'failed', mailId: id },
  ],
  [
    'a report with the envelope id',
    asReport(`Original-Envelope-Id: ${id.replaceAll('-', '')}\n\n${failed}`),
    { means: 'failed', recipients: siti, mailId: id },
  ],
  [
    'a report that names no mail',
    asReport(failed),
    { means: 'failed', recipients: siti, mailId: null, likelyMailId: null },
  ],
  [
    'a report of a forwarded address',
    asReport(`Original-Recipient: rfc822; siti@traveller.example\n${failed.replace('Siti', 'forwarded')}`),
    { recipients: ['siti@traveller.example', 'forwarded@traveller.example'] },
  ],
  [
    'a report with an empty status',
    asReport('', `Message-ID: <${id}@${sendDomain}>`),
    { means: null, recipients: [], mailId: id },
  ],
  ['a delay', asReport(failed.replace('failed', 'delayed')), { means: 'delayed' }],
  ['a success', asReport(failed.replace('failed', 'relayed')), { means: 'delivered' }],
  [
    'plain text above the mail that it returns',
    `${daemon}\nX-Failed-Recipients: siti@traveller.example\n\nIt could not be delivered.\n550 5.1.1 no mailbox\n\n------ The message follows ------\n\nMessage-ID: <${id}@${sendDomain}>\nReferences: <${other}@${sendDomain}>\n\nDear Siti, this will be retried.`,
    { means: 'failed', recipients: siti, mailId: id, detail: '550 5.1.1 no mailbox' },
  ],
  [
    'plain text that warns of a delay',
    `${daemon}\n\nNot delivered to siti@traveller.example so far; the server will keep trying.`,
    { means: 'delayed', recipients: siti },
  ],
  [
    'plain text that warns of a delay in German',
    `${daemon}\n\nIhre Mail an siti@traveller.example konnte noch nicht zugestellt werden.`,
    { means: 'delayed', recipients: siti },
  ],
  [
    'plain text with two ids of ours',
    `${daemon}\n\nUndeliverable: <${id}@${sendDomain}> <${other}@${sendDomain}>`,
    { means: 'failed', mailId: null, likelyMailId: null },
  ],
  [
    'plain text with one id of ours somewhere',
    `${daemon}\n\nUndeliverable: <${id}@${sendDomain}>`,
    { means: 'failed', mailId: null, likelyMailId: id },
  ],
  ['an unknown language', `${daemon}\n\nXyz abc.`, { means: null, recipients: [] }],
  [
    'In-Reply-To alone',
    `${daemon}\n${toOurs}\n\nUndeliverable: siti@traveller.example`,
    { mailId: id, recipients: siti },
  ],
])('a notice is read: %s', async (_, source, expected) => {
  expect(parseBounce(await read(source), { sendDomain })).toMatchObject(expected)
})

test.each([
  ['a person', `${person}\n\nIt could not be delivered, 550 5.1.1 no such user.`],
  ['an absence note', `${person}\nAuto-Submitted: auto-replied\n\nI could not be reached.`],
  [
    'a receipt of a reader',
    `${daemon}\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\n\nRead.\n--b--`,
  ],
])('%s is no notice', async (_, source) => {
  expect(parseBounce(await read(source), { sendDomain })).toBeNull()
})
