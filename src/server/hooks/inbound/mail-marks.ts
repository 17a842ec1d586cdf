import type { InboundMail } from './inbound-mail.ts'
import { findBounceWords, splitNotice } from './bounce-words.ts'

/** What of a mail its marks are read from. */
export type MarkedMail = Pick<InboundMail, 'headers' | 'envelope' | 'from' | 'subject' | 'text' | 'files'>

/**
 * `absence`: a machine answered, so the order stays where it is. `program`: a program wrote, perhaps what a person has
 * to read. `list`: a person may have written, through a list. `daemon`: a mail server reports about a mail.
 */
type MarkMeaning = 'absence' | 'program' | 'list' | 'daemon'

interface MailMark {
  name: string
  means: MarkMeaning
  /** A mail with this mark. */
  example: string
  isIn: (mail: MarkedMail) => boolean
}

const valueOf = ({ headers }: Pick<MarkedMail, 'headers'>, name: string) =>
  (headers.get(name) ?? '').trim().toLowerCase()

const hasHeader = ({ headers }: MarkedMail, names: readonly string[]) =>
  names.some((name) => headers.has(name))

const isDenied = (value: string) => /^(no|none|false|off|0)?$/.test(value)

const autoReplyHeaders = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-reply',
  'x-mail-autoreply',
]
const listHeaders = ['list-id', 'list-post', 'mailing-list']
const isOfList = (mail: MarkedMail) => hasHeader(mail, listHeaders) || valueOf(mail, 'precedence') === 'list'

const absenceSubject =
  /^(automatic (reply|response)|auto[- ]?(reply|response)|out[- ]of[- ](the[- ])?office|vacation reply|automatische (antwort|abwesenheitsnotiz)|abwesenheitsnotiz|automatisch antwoord|réponse automatique|respuesta automática|risposta automatica|resposta automática|autosvar|automatiskt svar|balasan otomatis|автоответ|自动(回复|答复)|自動(返信|応答|回覆)|자동 회신)(\s*[:：]|$)/i

const localPart = (address: string) => address.toLowerCase().split('@')[0] ?? ''
const isDaemonName = (name: string) =>
  /^(mail(er|deliver(y|er))?[-_ ]?daemon|mail-?deliver(y|er)|post_master)$/i.test(name)
const isPostmaster = (name: string) => /^(post[-_]?master|mailadmin|mail-administrator)$/i.test(name)

export const isNullSender = ({ envelope }: Pick<MarkedMail, 'envelope'>): boolean =>
  envelope.from.replaceAll(/[<>\s]/g, '') === '' || isDaemonName(localPart(envelope.from))

const reportTypes = ['message/delivery-status', 'message/global-delivery-status']
const receiptTypes = ['message/disposition-notification', 'message/feedback-report']
export const isOfType =
  (types: readonly string[]) =>
  ({ contentType }: { contentType: string }) =>
    types.includes(contentType.toLowerCase())
export const isStatusPart = isOfType(reportTypes)

/** A receipt of a reader, or a complaint: a report, but of no failure. */
export const isReceipt = (mail: MarkedMail): boolean =>
  /report-type="?(disposition-notification|feedback-report)/.test(valueOf(mail, 'content-type')) ||
  mail.files.some(isOfType(receiptTypes))

/** Every mark of a mail that no person wrote by hand; a row's example is read by the tests and by the page `/dev/incoming`. */
export const mailMarks: readonly MailMark[] = [
  {
    name: 'Auto-Submitted: auto-replied (RFC 3834)',
    means: 'absence',
    example: 'From: siti@traveller.example\nAuto-Submitted: auto-replied (vacation)\n\nI am away.',
    isIn: (mail) => valueOf(mail, 'auto-submitted').startsWith('auto-replied'),
  },
  {
    name: 'Auto-Submitted of another kind',
    means: 'program',
    example: 'From: ecd@customs.example\nAuto-Submitted: auto-generated\n\nYour declaration was refused.',
    isIn: (mail) => {
      const value = valueOf(mail, 'auto-submitted')
      return value !== '' && !/^(no\b|auto-replied)/.test(value)
    },
  },
  {
    name: 'an address that reads no mail',
    means: 'program',
    example: 'From: no-reply@portal.example\n\nYour ticket was opened.',
    isIn: ({ from }) =>
      /^(.*[-_.])?(no|donot|do-not|nao|ne)[-_.]?(reply|responder|pas-repondre)([-_.+].*)?$/.test(
        localPart(from.address),
      ),
  },
  {
    name: 'a notice of a mailing list (Mailman, fml)',
    means: 'program',
    example: 'From: list-admin@agency.example\nX-List-Administrivia: yes\n\nYou are no member.',
    isIn: (mail) =>
      valueOf(mail, 'x-list-administrivia') === 'yes' ||
      (mail.headers.has('x-mlserver') && !mail.headers.has('x-mail-count')),
  },
  {
    name: 'a complaint of a mailbox provider',
    means: 'program',
    example: 'From: staff@provider.example\nSubject: complaint about message from 192.0.2.1\n\nSpam.',
    isIn: ({ subject }) => /^complaint about message from /i.test(subject),
  },
  {
    name: 'X-Autoreply and its like, unless it says no',
    means: 'absence',
    example: 'From: siti@traveller.example\nX-Autoreply: yes\n\nI am away.',
    isIn: (mail) => autoReplyHeaders.some((name) => mail.headers.has(name) && !isDenied(valueOf(mail, name))),
  },
  {
    name: 'X-Apple-Action: VACATION (iCloud)',
    means: 'absence',
    example: 'From: siti@traveller.example\nX-Apple-Action: VACATION\n\nI am away.',
    isIn: (mail) => valueOf(mail, 'x-apple-action') === 'vacation',
  },
  {
    name: 'X-Vacation, X-FC-MachineGenerated, X-POST-MessageClass (older systems)',
    means: 'absence',
    example: 'From: siti@traveller.example\nX-FC-MachineGenerated: true\n\nI am away.',
    isIn: (mail) =>
      ['x-vacation', 'x-fc-machinegenerated'].some((name) => !isDenied(valueOf(mail, name))) ||
      valueOf(mail, 'x-post-messageclass').includes('autoresponder'),
  },
  {
    name: 'Precedence: bulk, junk or auto_reply, without a list',
    means: 'absence',
    example: 'From: siti@traveller.example\nPrecedence: bulk\n\nI am away.',
    isIn: (mail) => /^(bulk|junk|auto[_-]?reply)$/.test(valueOf(mail, 'precedence')) && !isOfList(mail),
  },
  {
    name: 'the subject of an absence note',
    means: 'absence',
    example: 'From: siti@traveller.example\nSubject: Automatic reply: Your order\n\nI am away.',
    isIn: ({ subject }) => absenceSubject.test(subject.trim()),
  },
  {
    name: 'no sender in its envelope',
    means: 'absence',
    example: 'Return-Path: <>\nFrom: siti@traveller.example\n\nI am away.',
    isIn: isNullSender,
  },
  {
    name: 'sent to the envelope address of one of our mails',
    means: 'absence',
    example: `Delivered-To: 2000001+b${'0a'.repeat(16)}@mail.pabean.example\nFrom: siti@traveller.example\n\nI am away.`,
    isIn: ({ envelope }) => envelope.to.some((address) => /\+b[\da-f]{32}@/i.test(address)),
  },
  {
    name: 'List-Id, List-Post, Precedence: list (a group)',
    means: 'list',
    example: 'From: bookings@agency.example\nList-Id: <bookings.agency.example>\n\nThe number is C4881027.',
    isIn: isOfList,
  },
  {
    name: 'a report in parts (RFC 6522)',
    means: 'daemon',
    example:
      'From: gateway@mx.example\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nNo.\n--b--',
    isIn: (mail) =>
      valueOf(mail, 'content-type').startsWith('multipart/report') ||
      mail.files.some(isOfType([...reportTypes, ...receiptTypes])),
  },
  {
    name: 'the name of a mail daemon in From',
    means: 'daemon',
    example: 'From: Mail Delivery System <MAILER-DAEMON@mx.example>\n\nNot delivered.',
    isIn: ({ from }) => isDaemonName(localPart(from.address)) || isDaemonName(from.name),
  },
  {
    name: 'X-Failed-Recipients',
    means: 'daemon',
    example: 'From: gateway@mx.example\nX-Failed-Recipients: siti@traveller.example\n\nNot delivered.',
    isIn: (mail) => mail.headers.has('x-failed-recipients'),
  },
  {
    name: 'a postmaster with the words of a bounce, or without a sender',
    means: 'daemon',
    example: 'From: postmaster@gateway.example\n\nThe gateway could not deliver your message.',
    isIn: (mail) =>
      isPostmaster(localPart(mail.from.address)) && (isNullSender(mail) || findBounceWords(mail).length > 0),
  },
  {
    name: 'the words of a bounce without a sender',
    means: 'daemon',
    example: 'Return-Path: <>\nFrom: gateway@mx.example\nSubject: Undeliverable: Your order\n\nNo such user.',
    isIn: (mail) => isNullSender(mail) && findBounceWords(mail).length > 0,
  },
  {
    name: 'the words of a bounce by a program, above a mail that it returns',
    means: 'daemon',
    example:
      'From: no-reply@mx.example\nSubject: Delivery failed\n\nYour mail could not be delivered.\n\nReceived: from mail.example\nMessage-ID: <a@mail.example>',
    isIn: (mail) =>
      /^(no-?reply|(mail|e-?mail)[-_.]?(system|server|gateway|admin\w*|error)?|system|admin\w*|root|daemon)$/.test(
        localPart(mail.from.address),
      ) &&
      findBounceWords(mail).length > 0 &&
      (splitNotice(mail).returned !== '' || mail.files.some(isOfType(['message/rfc822']))),
  },
]

export const marksOf = (mail: MarkedMail): MailMark[] => mailMarks.filter(({ isIn }) => isIn(mail))
