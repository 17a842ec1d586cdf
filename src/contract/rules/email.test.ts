import { expect, test } from 'vitest'
import { emailKey, readEmail } from './email.ts'

const around = [
  ['as it is', (it: string) => it],
  ['in capitals', (it: string) => it.toUpperCase()],
  ['with blanks', (it: string) => ` \t${it}\u00a0 \r\n`],
  ['with an invisible character', (it: string) => `\u200b${it}\u202c\ufeff`],
  ['with one inside', (it: string) => it.replace('@', '\u200d@')],
  ['in a header', (it: string) => `"Jane, Doe" <${it}>`],
  ['in brackets', (it: string) => `<${it}>`],
  ['in parentheses', (it: string) => `(${it})`],
  ['in quotes', (it: string) => `'${it}'`],
  ['in curly quotes', (it: string) => `“${it}”`],
  ['as a link', (it: string) => `mailto:${it}`],
  ['as a link with a subject', (it: string) => `MAILTO:${it}?subject=Hi`],
  ['after words', (it: string) => `E-mail: ${it}`],
  ['with a dot', (it: string) => `${it}.`],
  ['with a comma', (it: string) => `${it},`],
  ['with a semicolon', (it: string) => `; ${it};`],
  ['with blanks beside the @', (it: string) => it.replace('@', ' @ ')],
  ['full-width', (it: string) => it.replace('@', '＠').replace('.', '．')],
  ['with an ideographic stop', (it: string) => it.replace(/\.(?=[^.]*$)/, '。')],
  ['decomposed', (it: string) => it.normalize('NFD')],
] as const
const addresses = ["o'hara+x@example.org", 'a.b-c_d@mail.example.co.id', 'info@bücher.example', 'x@пример.рф']

test.each(addresses.flatMap((address) => around.map(([name, write]) => [address, name, write(address)])))(
  '%s is read %s (product §16)',
  (address, _name, written) => expect(emailKey(written)).toBe(emailKey(address)),
)

test.each([
  ['e2@example.org\u200b', 'e2@example.org'],
  ['Jane <Jane@Example.org>', 'Jane@Example.org'],
  ['o’hara@example.org', "o'hara@example.org"],
  ['a@example.org.', 'a@example.org'],
  ['a@example.org, b@example.org', 'a@example.org, b@example.org'],
  ['a@b@example.org', 'a@b@example.org'],
  ['none', 'none'],
  ['', ''],
])('%j is read as %j', (written, read) => expect(readEmail(written)).toBe(read))

test.each([
  ['a@example.org', 'a@example.com'],
  ['a.b@example.org', 'ab@example.org'],
  ['a+b@example.org', 'a@example.org'],
  ['ı@example.org', 'i@example.org'],
  ['é@example.org', 'e@example.org'],
])('%s and %s are two addresses', (one, other) => expect(emailKey(one)).not.toBe(emailKey(other)))

test('the domain is compared in Punycode', () =>
  expect(emailKey('Info@BÜCHER.example')).toBe('info@xn--bcher-kva.example'))
