import { describe, expect, test } from 'vitest'
import { aTnef } from '../../../../../test/support/mail/tnef.ts'
import {
  encoded,
  html,
  mail,
  multipart,
  picture,
  png,
  text,
} from '../../../../../test/support/mail/mime-parts.ts'
import { parseMail } from './read-mail.ts'
import { safeHtml } from './safe-html.ts'

const read = async (source: Buffer) => parseMail(source, true)
const filesOf = async (source: Buffer) =>
  (await read(source)).parts.map(({ name, contentType, isInline, bytes }) => [
    name,
    contentType,
    isInline,
    bytes.length,
  ])

/** A text in the bytes of a charset that Node.js does not encode. */
const raw = (text: string) => Buffer.from(text, 'latin1')
const stateful = { jp: '\x1b$BN97tHV9f\x1b(B C48', kr: '\x1b$)C\x0e>H3g\x0f C48', hz: '~{;$UU:E~} C48' }
const gbk = raw('\xbb\xa4\xd5\xd5\xba\xc5 C48')

describe('a text is read by its charset', () => {
  const declared = (charset: string | null, body: Buffer, type = 'plain') =>
    mail(encoded([`Content-Type: text/${type}${charset === null ? '' : `; charset="${charset}"`}`, body]))
  test.each<[string, Buffer, string]>([
    ['ISO-2022-JP', declared('iso-2022-jp', raw(stateful.jp)), '旅券番号 C48'],
    ['ISO-2022-JP without a name', declared(null, raw(stateful.jp)), '旅券番号 C48'],
    ['ISO-2022-JP by another name', declared('us-ascii', raw(stateful.jp)), '旅券番号 C48'],
    ['ISO-2022-KR', declared('iso-2022-kr', raw(stateful.kr)), '안녕 C48'],
    ['ISO-2022-KR without a name', declared(null, raw(stateful.kr)), '안녕 C48'],
    ['HZ', declared('hz-gb-2312', raw(stateful.hz)), '护照号 C48'],
    ['UTF-7', declared('utf-7', raw('+ZcVSOA- C48')), '旅券 C48'],
    ['GBK', declared('gbk', gbk), '护照号 C48'],
    ['GB18030 as gb2312', declared('gb2312', raw('\x81\x39\xee\x39\x95\x32\x82\x36')), '㐀𠀀'],
    [
      'GBK by the HTML alone',
      declared(null, Buffer.concat([raw('<meta charset="gb2312"><p>'), gbk]), 'html'),
      '护照号 C48',
    ],
    [
      'GBK by another part of the mail',
      mail(encoded(['Content-Type: text/plain', gbk]), 'Subject: =?gb2312?B?u6TV1Q==?='),
      '护照号 C48',
    ],
    ['cp932', declared('cp932', raw('\x87\x40\xfb\xfc')), '①髙'],
    ['cp949', declared('cp949', raw('\x8c\x63')), '똠'],
    ['UTF-8 without a name', declared(null, Buffer.from('Grüße 护照')), 'Grüße 护照'],
    ['UTF-8 by another name', declared('iso-8859-1', Buffer.from('护照号码')), '护照号码'],
    ['Latin-1 as UTF-8', declared('utf-8', raw('Gr\xfc\xdfe aus K\xf6ln')), 'Grüße aus Köln'],
    [
      'UTF-8 with a broken character',
      declared('utf-8', Buffer.concat([Buffer.from('护照号码'), raw('\xe6')])),
      '护照号码\uFFFD',
    ],
    ['one that nobody knows', declared('x-none', Buffer.from('Grüße')), 'Grüße'],
    [
      'EUC-KR by its bytes',
      declared(
        null,
        raw(
          '\xb3\xbb \xbf\xa9\xb1\xc7 \xb9\xf8\xc8\xa3\xb4\xc2 \xb4\xd9\xc0\xbd\xb0\xfa \xb0\xb0\xbd\xc0\xb4\xcf\xb4\xd9',
        ),
      ),
      '내 여권 번호는 다음과 같습니다',
    ],
  ])('%s', async (_, source, expected) => {
    expect((await read(source)).text).toBe(expected)
  })

  test('a subject too', async () => {
    const subjects = [
      '=?iso-2022-kr?B?GyQpQw4+SDNnDw==?=',
      '=?gb2312?B?gTnuOQ==?=',
      raw('\xbb\xa4\xd5\xd5\xba\xc5\xc2\xeb \xd2\xd1\xbe\xad\xb8\xc4\xc1\xcb').toString('latin1'),
    ]
    const found = await Promise.all(subjects.map((subject) => read(mail(text('x'), `Subject: ${subject}`))))
    expect(found.map(({ subject }) => subject)).toEqual(['안녕', '㐀', '护照号码 已经改了'])
  })
})

describe('of text and HTML the fuller is read', () => {
  test.each([
    [
      'the text of both',
      'Dear team,\n\n> quoted\nC48',
      '<p>Dear team,</p><blockquote>quoted</blockquote>C48',
      'Dear team,\n\n> quoted\nC48',
    ],
    [
      'the HTML beside a stub',
      'Please use a program that shows HTML.',
      '<p>It was refused: <a href="https://x.example/7">correct it</a>.</p>',
      'It was refused: correct it [https://x.example/7].',
    ],
    ['the HTML with one number more', 'My number:', 'My number: <b>C48</b>', 'My number: C48'],
    ['the text with one number more', 'My number: C48', 'My number:', 'My number: C48'],
    ['the HTML that strikes a number out', 'C47 C48', '<s>C47</s> C48', '~~C47~~ C48'],
    ['the HTML beside nothing', ' ', '<p>Hello</p>', 'Hello'],
  ])('%s', async (_, plain, rich, expected) => {
    expect((await read(mail(multipart('alternative', text(plain), html(rich))))).text).toBe(expected)
  })

  test.each([
    [
      'cells apart and rows on lines',
      '<table><tr><th>Name</th><th>No.</th></tr><tr><td>Siti</td><td><p>C48</p></td></tr></table>',
      'Name | No.\nSiti | C48',
    ],
    [
      'an empty cell in its place',
      '<table><tr><td>Siti</td><td></td><td>C48</td><td></td></tr></table>',
      'Siti | | C48',
    ],
    [
      'longer cells below each other',
      '<table><tr><td>Address</td><td>Jalan 1<br>Jakarta</td></tr></table>',
      'Address\nJalan 1\nJakarta',
    ],
    [
      'a table within a table',
      '<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td><td>c</td></tr></table>',
      'a | b\nc',
    ],
    [
      'what stands beside cells',
      '<table>Note<caption>List</caption><tr>loose<td>a</td><td>b</td></tr></table>',
      'Note\nList\nloosea | b',
    ],
  ])('a table has %s', async (_, rich, expected) => {
    expect((await read(mail(html(rich)))).text).toBe(expected)
  })
})

describe('every file is found', () => {
  const cid = '<p>Code:</p><img src="cid:qr">'
  const shown = ['p.png', 'image/png', true, picture.length]
  const sent = ['p.png', 'image/png', false, picture.length]
  const inner = mail(
    multipart('mixed', text('The approval.'), png('Content-Disposition: attachment')),
    'Subject: Approved',
  )
  const forwarded = `Content-Type: message/rfc822\r\n\r\n${inner.toString('latin1')}`
  const eml = [undefined, 'message/rfc822', false, inner.length]
  const tnef = (files: Parameters<typeof aTnef>[0]) =>
    encoded(['Content-Type: application/ms-tnef; name="winmail.dat"', aTnef(files)])
  const passport = { name: 'passport-of-siti.jpg', bytes: picture }
  const jpeg = ['passport-of-siti.jpg', 'image/jpeg', false, picture.length]
  test.each<[string, Buffer, unknown[]]>([
    [
      'a picture that the HTML shows',
      mail(multipart('related', html(cid), png('Content-ID: <qr>\nContent-Disposition: inline'))),
      [shown],
    ],
    [
      'an attached one that it shows',
      mail(multipart('mixed', html(cid), png('Content-ID: <qr>\nContent-Disposition: attachment'))),
      [shown],
    ],
    [
      'an attached one with a Content-ID',
      mail(multipart('mixed', text('x'), png('Content-ID: <f1>\nContent-Disposition: attachment'))),
      [sent],
    ],
    ['a mail that is a picture', mail(png('Content-Disposition: attachment')), [sent]],
    [
      'a picture within the HTML',
      mail(
        multipart(
          'alternative',
          text('Photo:'),
          html(`Photo: <img src="data:image/png;base64,${picture.toString('base64')}">`),
        ),
      ),
      [[undefined, 'image/png', true, picture.length]],
    ],
    [
      'a text with a name',
      mail(multipart('mixed', text('x'), encoded(['Content-Type: text/plain; name="list.txt"', 'list']))),
      [['list.txt', 'text/plain', false, 4]],
    ],
    [
      'a PDF without a type',
      mail(encoded(['Content-Type: application/octet-stream; name="a.pdf"', '%PDF'])),
      [['a.pdf', 'application/pdf', false, 4]],
    ],
    ['those of a mail within', mail(multipart('mixed', text('See.'), forwarded)), [eml, sent]],
    ['of a returned mail only itself', mail(multipart('report', text('Undelivered.'), forwarded)), [eml]],
    ['those of winmail.dat', mail(multipart('mixed', text('See.'), tnef({ files: [passport] }))), [jpeg]],
    [
      'those of a message within it',
      mail(tnef({ files: [{ name: 'Fwd', message: { files: [passport] } }] })),
      [jpeg],
    ],
    [
      'a broken winmail.dat itself',
      mail(
        encoded([
          'Content-Type: application/ms-tnef; name="winmail.dat"',
          aTnef({ files: [] }).subarray(0, 8),
        ]),
      ),
      [['winmail.dat', 'application/ms-tnef', false, 8]],
    ],
  ])('%s', async (_, source, expected) => {
    expect(await filesOf(source)).toEqual(expected)
  })

  test('the words of a mail that is nothing but a container are read', async () => {
    expect((await read(mail(tnef({ text: 'My passport.', files: [passport] })))).text).toBe('My passport.')
    expect((await read(mail(forwarded))).text).toBe('The approval.')
    expect((await read(mail(multipart('mixed', text('See.'), forwarded)))).text).toBe('See.')
  })
})

describe('the mail as it came has no card number outside of its files', () => {
  const card = '4111 1111 1111 1111'
  const masked = async (source: Buffer) => Buffer.from((await read(source)).masked ?? []).toString('latin1')

  test('it is kept byte by byte without one', async () => {
    expect((await read(mail(multipart('alternative', text('C48'), html('C48'))))).masked).toBeNull()
  })

  test.each([
    ['a text', mail(text(`Card ${card}`))],
    ['HTML', mail(html(`<p>${card}</p>`))],
    ['HTML in elements of their own', mail(html(`<p>${card.replaceAll(' ', '<b></b>')}</p>`))],
    ['HTML beside a text', mail(multipart('alternative', text('x'), html(`<i title="${card}">x</i>`)))],
    ['a head', mail(text('x'), `Subject: =?utf-8?B?${Buffer.from(`für ${card}`).toString('base64')}?=`)],
    [
      'a name of a file',
      mail(multipart('mixed', text('x'), encoded([`Content-Type: image/png; name="${card}.png"`, 'x']))),
    ],
    ['between its parts', mail(multipart('mixed', text('x')).replace('\r\n\r\n', `\r\n\r\n${card}\r\n`))],
  ])('masked in %s', async (_, source) => {
    const again = Buffer.from(await masked(source), 'latin1')
    const { text, subject, parts } = await read(again)
    const shown = JSON.stringify([
      again.toString(),
      text,
      subject,
      parts.map(({ name }) => name),
      await safeHtml(again),
    ])
    expect(shown).not.toMatch(/4111\D{0,10}1111\D{0,10}1111\D{0,10}1111/)
    expect((await read(again)).masked).toBeNull()
  })

  test('a file stays, and so does the rest', async () => {
    const source = mail(
      multipart(
        'mixed',
        text(`Card ${card}, number C48`),
        encoded(['Content-Type: image/png; name="a.png"', card]),
      ),
    )
    const again = await read(Buffer.from(await masked(source), 'latin1'))
    expect(again.text).toBe('Card ****1111, number C48')
    expect(Buffer.from(again.parts[0]?.bytes ?? []).toString()).toBe(card)
  })
})
