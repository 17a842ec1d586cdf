import { expect, test } from 'vitest'
import { quoteLabels } from './quote-labels.ts'
import { splitQuote } from './split-quote.ts'

const sendDomain = 'mail.pabean.example'
const us = `<2000001@${sendDomain}>`
const quote = '> Dear Budi,\n>\n> which number?\n'
const said = 'Dear Budi,\n\n1. What is your passport number?\n2. When do you land?\n\nKind regards\nTuti'
const split = (text: string, ...earlier: string[]) => splitQuote(text, { sendDomain, earlier })

const outlook = (from = `Pabean ${us}`, cc = '') =>
  `From: ${from}\nSent: Saturday, 21 November 2026 10:00\nTo: budi@example.com\n${cc}Subject: Your order\n\n`
const ourMail = 'Dear Budi, please send us your passport number.\nTuti\n'

test.each<[string, string]>([
  ['a quote under its attribution', `On 21 Nov 2026 Pabean ${us} wrote:\n${quote}`],
  ['a quote under a blank line', `On 21 Nov 2026 Pabean ${us} wrote:\n\n${quote}`],
  ['one whose attribution is broken', `On 21 Nov 2026, Pabean\n${us}\nwrote:\n\n${quote}`],
  ['one in Chinese', `在 2026年11月21日 写道：\n${quote}`],
  ['one without an attribution', `${quote}\n\n`],
  [
    'our mail without marks, Yahoo',
    `On Saturday, November 21, 2026 at 10:00 AM, Pabean ${us} wrote:\n\n${ourMail}`,
  ],
  ['our mail without marks, 163', `在 2026-11-21 10:00:00，"Pabean" ${us} 写道：\n\n${ourMail}`],
  [
    'our mail without marks, Gmail in Hebrew',
    `\u202Bבתאריך 21 בנוב׳ 2026 ב-10:00 מאת Pabean \u202A${us}\u202C:\u202C\n${ourMail}`,
  ],
  ['our mail without marks, Gmail in Japanese', `2026年11月21日(土) 10:00 Pabean ${us}:\n\n${ourMail}`],
  ['our mail in Outlook’s style', `________________________________\n${outlook()}${ourMail}`],
  ['one with an empty field', `${outlook(undefined, 'Cc: \n')}${ourMail}`],
  ['one whose sender is on two lines', `${outlook(`"Pabean"\n ${us}`)}${ourMail}`],
  [
    'one below the words of a program',
    `-----Original Message-----\n${outlook(`Pabean [mailto:${us.slice(1, -1)}]`)}${ourMail}`,
  ],
  [
    'one that is known word for word, broken anew',
    `${outlook()}Dear Budi,\n1. What is your\npassport number?\n2. When do you land?\nKind regards\nTuti\nTerms: https://pabean.example/terms\n`,
  ],
])('%s is split off', (_, history) => {
  for (const own of ['Yes, the number is C4881027.', 'It is 21 Nov 2026:\nC4881027']) {
    const { text, quoted } = split(`${own}\n\n${history}`, said)
    expect(text).toBe(own)
    expect(quoted).not.toBe('')
    expect(history.endsWith(quoted)).toBe(true)
  }
  expect(split(`Yes.\n${history}`, said).text).toBe('Yes.')
})

test.each(Object.entries(quoteLabels))('the head of a quoted mail is known in %s', (_, { from, others }) => {
  for (const label of from) {
    const fields = [others[0], others.at(-1)].map((name) => `${name}: x`).join('\n')
    expect(split(`Yes.\n\n${label}: Pabean ${us}\n${fields}\n\n${ourMail}`).text).toBe('Yes.')
    expect(split(`Yes.\n\n*${label}：* Pabean ${us}\n${fields}\n\n${ourMail}`).text).toBe('Yes.')
  }
})

test.each([
  ['answers between the quoted lines', `${quote}\nC4881027\n\n> And the date?\n\n1 December\n`],
  [
    'a mail that was passed on',
    'Please see below.\n\n---- Forwarded ----\nFrom: office@customs.example\nDate: today\nSubject: Approved\n\nApproved.',
  ],
  ['nothing but a quote', quote],
  ['a list with colons', `Name: Budi\nNumber: C4881027\nDate: tomorrow\n`],
  [
    'a list with the order’s address',
    `These are right:\n\nE-mail: ${us}\nNumber: C4881027\nDate of birth: 2 March 1990\n\nBudi`,
  ],
  [
    'own words that lead to a quoted line',
    `my number is C4881027, valid until 14 May 2034,\nso change this:\n> Number: C4881072`,
  ],
  ['own words with our address', `On 21 November 2026 I wrote to 2000001@${sendDomain}:\nnobody answered.`],
  ['answers that are announced', `See my answers below.\n\n${outlook()}1. Number:\nC4881027`],
  ['answers behind the questions', `Hello.\n\n${outlook()}1. What is your passport number? C4881027`],
  ['answers on lines of their own', `Hello.\n\n${outlook()}${said.replace('number?', 'number?\nC4881027')}`],
  [
    'a short answer whose words we used too',
    `Hello.\n\n${outlook()}${said.replace('land?', 'land?\nnumber')}`,
  ],
  ['an answer at the end', `Hello.\n\n${outlook()}${said}\n1 December`],
  ['another company’s mail without marks', `Yes.\n\n${outlook('Other <a@other.example>')}Hello`],
  ['words alone', 'Thank you'],
  ['nothing', ''],
])('%s stays whole', (_, text) => {
  expect(split(text, said)).toEqual({ text: text.trim(), quoted: '' })
})
