import { expect, test } from 'vitest'
import { partQuoted } from './quoted-text.ts'

const mail = (...lines: string[]) => lines.join('\n')

test.each([
  [
    'a quote with its introduction',
    mail('Here it is.', '', 'On Mon, Dewi wrote:', '> Please send it.', '>', '> Dewi'),
    'Here it is.',
  ],
  [
    'an introduction over two lines',
    mail(
      'Here it is.',
      '',
      'On Mon, 2 Nov 2026 at 09:00, Pabean',
      '<2048654@mail.pabean.example> wrote:',
      '',
      '> Please.',
    ),
    'Here it is.',
  ],
  ['a Chinese introduction', mail('好的', '', '海关 写道：', '> 请发送'), '好的'],
  ['a quote without an introduction', mail('Here it is.', '> Please send it.', ''), 'Here it is.'],
  [
    'an original under a rule',
    mail('Here it is.', '-----Original Message-----', 'From: Dewi', 'Please.'),
    'Here it is.',
  ],
  [
    'an original under a line',
    mail('Here it is.', '', '________________________________', 'Von: Dewi'),
    'Here it is.',
  ],
  ['line ends of mail', 'Here it is.\r\n\r\nOn Mon, Dewi wrote:\r\n> Please.\r\n', 'Here it is.'],
])('parts off %s', (_, text, said) => {
  const parts = partQuoted(text)
  expect(parts.said).toBe(said)
  expect(parts.quoted).not.toBe('')
})

test.each([
  ['nothing is quoted', mail('Dear all:', '', 'The camera is mine.')],
  [
    'words stand between the quoted lines',
    mail('See below:', '> Which camera?', 'The old one.', '> And when?', 'In May.'),
  ],
  ['a rule parts the customer’s own words', mail('My list', '--- goods ---', 'A camera and a scarf.')],
  ['there is nothing else', mail('> Please send it.', '> Dewi')],
])('keeps the whole text where %s', (_, text) => {
  expect(partQuoted(text)).toEqual({ said: text, quoted: '' })
})

test('leaves out no line', () => {
  const text = mail('One.', '', 'Two', 'Three:', '> Four')
  const { said, quoted } = partQuoted(text)
  expect(`${said}\n\n${quoted}`).toBe(text)
})
