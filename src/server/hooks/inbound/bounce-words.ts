import type { InboundMail } from './inbound-mail.ts'

/** What a notice says became of a mail. */
export type NoticeMeaning = 'failed' | 'delayed' | 'delivered'

interface BounceWords {
  /** Whose words these are. */
  system: string
  means: NoticeMeaning
  words: RegExp
  /** A line in which they stand. */
  example: string
}

/** In this order: a mail that is delayed is often said to be 'not delivered' too. */
export const bounceWords: readonly BounceWords[] = [
  {
    system: 'any: delayed',
    means: 'delayed',
    words:
      /not yet been delivered|(delivery|message|mail)( to .{1,80})? (is|was|has been|will be) (temporarily )?delayed|\bdelayed mail\b|notification \(delay\)|still (being retried|trying|undelivered)/i,
    example: 'The message is delayed and still being retried.',
  },
  {
    system: 'any: delayed, in other languages',
    means: 'delayed',
    words:
      /noch nicht zugestellt|verzögert|(est|été) retardé|retrasad|in ritardo|atrasad|opóźnion|(ещ[её]|пока) не доставлен|отложен|gecikti|ditunda|(尚未|暂时).{0,8}(投递|送达)|延迟|延遲|遅延|지연/i,
    example: 'Die Zustellung ist verzögert.',
  },
  {
    system: 'any: tries on',
    means: 'delayed',
    words:
      /will (continue|keep)( on)? (to )?(try|trying|attempt|retry)|will be (retried|tried again)|(do not|don't) need to (resend|re-send)|warning message only|could not send (the |your )?(mail|message) for (the )?past|no action is required on your part/i,
    example: 'The server will keep trying; you do not need to resend it.',
  },
  {
    system: 'any: delivered or passed on',
    means: 'delivered',
    words:
      /notification \(success\)|notification \(relay\)|successful mail delivery|(successfully|has been) delivered to|was successfully (delivered|relayed)/i,
    example: 'Your mail was successfully relayed.',
  },
  {
    system: 'Exim, GMX, 1&1, Mail.ru, Zoho',
    means: 'failed',
    words: /could not be delivered|this is a permanent error|returning message to sender/i,
    example: 'A mail of yours could not be delivered. This is a permanent error.',
  },
  {
    system: 'qmail',
    means: 'failed',
    words: /wasn'?t able to deliver|given up|failure notice|no mailbox here by that name/i,
    example: "Sorry, it wasn't able to deliver this one. It has given up.",
  },
  {
    system: 'sendmail, BIGLOBE',
    means: 'failed',
    words: /had (permanent fatal errors|delivery problems)|returned mail|transcript of session follows/i,
    example: 'These addresses had permanent fatal errors.',
  },
  {
    system: 'Postfix, Courier and others by subject',
    means: 'failed',
    words:
      /undelivered mail|undeliver(able|ed)|delivery (has )?(failed|failure|error)|mail (delivery )?(failed|failure|error)|notification \((failure|failed)\)|delivery notification|(non-?delivery|nondeliverable) ?(report|notice|message|mail)?/i,
    example: 'Subject: Undelivered mail comes back',
  },
  {
    system: 'Gmail',
    means: 'failed',
    words: /failed permanently|address not found|message (was )?(not delivered|blocked)|wasn'?t delivered/i,
    example: "The message wasn't delivered: address not found.",
  },
  {
    system: 'Google Groups',
    means: 'failed',
    words: /(couldn'?t|could not) be (delivered|posted)|permission to post|may not exist, or you may not/i,
    example: 'It needs permission to post to this group.',
  },
  {
    system: 'Yahoo',
    means: 'failed',
    words: /(unable to|cannot|can'?t|could not|couldn'?t|failed to|not able to) (be )?deliver/i,
    example: 'It was unable to deliver the mail to this address.',
  },
  {
    system: 'Exchange',
    means: 'failed',
    words:
      /did(n'?t| not) reach|could not be reached|delivery has failed to these|recipient (not found|name is not)/i,
    example: 'The mail did not reach these recipients.',
  },
  {
    system: 'Domino, Notes',
    means: 'failed',
    words: /was not delivered|not listed in .{0,40}directory|no route found|failed to deliver/i,
    example: 'The mail was not delivered to this person.',
  },
  {
    system: 'KDDI, au, EZweb, DoCoMo',
    means: 'failed',
    words:
      /user\(?s?\)? (account )?(is|are) (suspended|unknown)|was (not delivered|rejected|returned)|送信できませんでした|配信できません|配送でき/i,
    example: 'Each of these addresses was rejected.',
  },
  {
    system: 'DragonFly, James, IMail and others',
    means: 'failed',
    words:
      /error (occurred |while |trying )*(to )?deliver|unable to relay|permanent (delivery )?(error|failure)/i,
    example: 'There was an error delivering your mail.',
  },
  {
    system: 'others: mailbox or user',
    means: 'failed',
    words:
      /(user|recipient|account|mailbox|address|host|domain)('s)? (is |was )?(unknown|not found|full|rejected|unavailable|disabled|inactive|does not exist|doesn'?t exist|over quota)|(unknown|no such|invalid) (user|recipient|mailbox|address|local part|host|account)|over quota|exceeded .{0,30}(limit|quota)/i,
    example: 'No such user; the mailbox is full.',
  },
  {
    system: 'others: an answer of a mail server',
    means: 'failed',
    words: /\b5\d\d[ -]#?5\.\d{1,3}\.\d{1,3}\b|\b55[0-4][ :-]+\S/,
    example: '550 5.1.1 unknown here',
  },
  {
    system: 'German, Dutch, Nordic languages',
    means: 'failed',
    words:
      /unzustellbar|nicht zugestellt|konnte nicht (an|zugestellt)|onbestelbaar|niet (worden )?(afgeleverd|bezorgd)|(inte|ikke|ej) (bli(ve|vit)? )?lever|ei voitu toimittaa|toimitus epäonnistui/i,
    example: 'Unzustellbar: Ihre Bestellung',
  },
  {
    system: 'Romance languages',
    means: 'failed',
    words:
      /non[- ]?remis|n'a pas pu être|(échec|impossibilité) de (la )?remise|no (se )?(ha podido|pudo|puede) (ser )?entreg|no entregado|impossibile (recapitare|consegnare)|mancat[oa] (recapito|consegna)|não (foi possível |pôde |foi )?(ser )?entreg|nu (a putut|poate) fi livrat/i,
    example: 'El correo no se pudo entregar.',
  },
  {
    system: 'Slavic languages',
    means: 'failed',
    words:
      /не (было |может быть |удалось |вдалося |може бути )?доставлен|не удалось доставить|не вдалося доставити|nie (dostarczono|udało się dostarczyć|mogła zostać dostarcz|została dostarcz)|niedostarcz|nedoruč|(nelze|nebylo možné|nemohla být|nepodařilo se) doruč/i,
    example: 'Nie udało się dostarczyć poczty.',
  },
  {
    system: 'Turkish, Hungarian, Greek',
    means: 'failed',
    words:
      /(teslim edil|iletil)eme|ulaştırılama|kézbesíthetetlen|nem (sikerült )?kézbesít|kézbesítés sikertelen|δεν (παραδόθηκε|ήταν δυνατή η παράδοση|μπόρεσε να παραδοθεί)|αποτυχία παράδοσης/i,
    example: 'Postanız teslim edilemedi.',
  },
  {
    system: 'East Asian languages',
    means: 'failed',
    words:
      /无法(投递|送达)|退信|退回|投递失败|無法(投遞|傳送|送達)|配信不能|(配達|配信)に失敗|届け(られません|できません)|(전송|배달)(되지|할 수 없| ?실패)|반송/i,
    example: '메일이 배달되지 않았습니다.',
  },
  {
    system: 'Arabic, Hebrew, and languages of Southeast Asia',
    means: 'failed',
    words:
      /تعذر (تسليم|توصيل|إرسال)|(لم يتم|فشل) (تسليم|توصيل|إرسال)|לא (ניתן (היה )?למסור|נמסר)|tidak (dapat|bisa) (di|ter|me)?(kirim|hantar)|tidak terkirim|gagal (di|ter)?(kirim|hantar)|không (thể (gửi|chuyển)|gửi được)|ส่ง.{0,20}ไม่สำเร็จ|ไม่สามารถ(นำ)?ส่ง/i,
    example: 'Surat Anda tidak dapat dikirim.',
  },
]

type Worded = Pick<InboundMail, 'subject' | 'text'>

const maxNoticeChars = 64 * 1024
const headerOfMail =
  /^[>|\s]*(Return-Path|Received|Message-I[Dd]|DKIM-Signature|X-Original-To|Delivered-To)[ \t]*:/
const isSeparator = (line: string) =>
  line.startsWith('--') && line.endsWith('--') && /\b(message|mail|copy|headers?|original)\b/i.test(line)

/** A notice's own words, and the mail that it returns below, from its header fields or a line of dashes on. */
export function splitNotice({ text }: Pick<Worded, 'text'>): { intro: string; returned: string } {
  const lines = text.slice(0, maxNoticeChars).split('\n')
  const at = lines.findIndex((line) => headerOfMail.test(line) || isSeparator(line.trim()))
  const end = at < 0 ? lines.length : at
  return { intro: lines.slice(0, end).join('\n').trim(), returned: lines.slice(end).join('\n') }
}

/** The rows whose words stand in the subject or the notice's own text. */
export function findBounceWords(mail: Worded): BounceWords[] {
  const said = `${mail.subject}\n${splitNotice(mail).intro}`.replaceAll(/\s+/g, ' ').replaceAll('’', "'")
  return bounceWords.filter(({ words }) => words.test(said))
}
