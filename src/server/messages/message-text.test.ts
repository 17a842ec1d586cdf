import { expect, test } from 'vitest'
import { answerSubject, splitQuote, writerOf } from './message-text.ts'

const domain = 'mail.pabean.example'
const quote = '> Dear Budi,\n>\n> which number?\n'

test.each<[string, string, string]>([
  ['a quote under its attribution', `Yes.\n\nOn 21 Nov 2026 Pabean <1@${domain}> wrote:\n${quote}`, 'Yes.'],
  [
    'one whose attribution is broken',
    `Yes.\n\nOn 21 Nov 2026, Pabean\n<1@${domain}>\nwrote:\n\n${quote}`,
    'Yes.',
  ],
  ['one in Chinese', `是的。\n\n在 2026年11月21日 写道：\n${quote}`, '是的。'],
  ['one without an attribution', `Yes.\n${quote}\n\n`, 'Yes.'],
  [
    'one of our mails as Outlook quotes it',
    `Yes.\n\n________________________________\nVon: Pabean <1@${domain}>\nGesendet: Samstag, 21. November 2026\nAn: Budi\nBetreff: Frage\n\nDear Budi`,
    'Yes.',
  ],
])('%s is split off', (_, text, answer) => {
  const split = splitQuote(text, domain)
  expect(split.text).toBe(answer)
  expect(split.quoted).not.toBe('')
  expect(text.startsWith(answer) && text.endsWith(split.quoted)).toBe(true)
})

test.each([
  ['answers between the quoted lines', `${quote}\nC4881027\n\n> And the date?\n\n1 December\n`],
  [
    'a mail that was passed on',
    'Please see below.\n\n---- Forwarded ----\nFrom: office@customs.example\nDate: today\nSubject: Approved\n\nApproved.',
  ],
  ['nothing but a quote', quote],
  ['a list with colons', `Name: Budi\nNumber: C4881027\nDate: tomorrow\n`],
  ['words alone', 'Thank you'],
  ['nothing', ''],
])('%s stays whole', (_, text) => {
  expect(splitQuote(text, domain)).toEqual({ text: text.trim(), quoted: '' })
})

test.each([
  ['My passport', 'Re: My passport – order 2000001'],
  ['Re: RE: AW: My passport', 'Re: My passport – order 2000001'],
  ['Re: order 2000001', 'Re: order 2000001'],
  ['回复：护照', 'Re: 护照 – order 2000001'],
  ['', 'Re: Order 2000001'],
])('an answer to %j has the subject %j', (subject, expected) => {
  expect(answerSubject(subject, 2_000_001)).toBe(expected)
})

test('a writer is named by name, else by address', () => {
  expect(writerOf({ from: 'a@b.example', fromName: 'Budi' })).toBe('Budi')
  expect(writerOf({ from: 'a@b.example', fromName: '' })).toBe('a@b.example')
  expect(writerOf({ from: '', fromName: '' })).toBe('Unknown sender')
})
