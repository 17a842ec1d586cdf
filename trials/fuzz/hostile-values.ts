import type { Chance } from '#server/demo/random.ts'

/** In every hostile text; no page, mail or header may contain it unescaped. */
export const markup = `"'><x-fz onx=1>&`

const texts = [
  markup,
  `${markup}<script>fz()</script>`,
  `</script></style></textarea></title>${markup}`,
  `javascript:fz()//${markup}`,
  `${markup}\r\nX-Fz: 1\r\n\r\n`,
  `a@b.example${markup}`,
  `=HYPERLINK("http://fz.example","${markup}")`,
  '@fz(1)',
  '+fz(1)',
  "' or 1=1; drop table orders; --",
  `%27%22)) or 1=1 -- ${markup}`,
  '../../../../etc/passwd',
  '..%2f..%2fkeys%2fdata-key',
  '\\..\\..\\keys',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '\0',
  `a\0b${markup}`,
  '\ud800',
  `\udc00\ud800${markup}`,
  '\u202egnp.exe\u202c\u2066left\u2069',
  'مرحبا שלום',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'ﷺ'.repeat(50),
  `Z${'\u0301'.repeat(300)}`,
  '\ufeff\u200b\u2028\u2029\u0085',
  '%s %n %x ${7*7} {{7*7}} #{7*7} <%= 7*7 %>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'true',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '9223372036854775808',
  '2147483648',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '+275760-09-14T00:00:00.000Z',
  '0000-00-00',
  '-271821-04-19',
  ' ',
  '',
  '\t\r\n',
  '"',
  '\\',
  '%',
  '_%_%_%',
  'a'.repeat(201),
  'W'.repeat(2001),
  `${markup}${'x'.repeat(10_001)}`,
  'é'.repeat(60_000),
] as const

const numbers = [
  0,
  -0,
  -1,
  0.1,
  1e-7,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  -1e21,
  1e308,
  Number.MIN_VALUE,
] as const

const nested = (depth: number): unknown => (depth === 0 ? markup : { a: [nested(depth - 1)] })

/** Parsed, because `__proto__` in a literal would set the prototype. */
const polluting: unknown[] = [
  JSON.parse('{"__proto__":{"role":"Admin","isAdmin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"role":"Admin"}}}'),
  JSON.parse('{"then":1,"toJSON":"x","length":-1,"valueOf":null}'),
]

const makers: readonly ((chance: Chance, was: unknown) => unknown)[] = [
  (chance) => chance.pick(texts),
  (chance) => chance.pick(texts),
  (chance) => chance.pick(texts),
  (_, was) => `${typeof was === 'string' ? was : ''}${markup}`,
  (chance) => chance.pick(numbers),
  (chance) => chance.pick([null, true, false, [], {}, [null], [[]], [{}]]),
  (chance) => chance.pick(polluting),
  (chance) => nested(chance.integer(1, 60)),
  (_, was) => [was],
  (_, was) => ({ value: was }),
  (_, was) => Array.from({ length: 1001 }, () => was),
  () => Array.from({ length: 1001 }, (_, index) => index + 1),
  (chance) =>
    Object.fromEntries(Array.from({ length: chance.integer(1, 300) }, (_, i) => [`k${i}${markup}`, i])),
]

export const hostileText = (chance: Chance): string => chance.pick(texts)
export const hostileValue = (chance: Chance, was: unknown): unknown => chance.pick(makers)(chance, was)

/** Bodies that are not JSON or that no call expects. */
const garbage = [
  '',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '{"orderId":1e999}',
  '{"orderId":1,"orderId":2}',
  '{"__proto__":{"role":"Admin"}}',
  '['.repeat(30_000),
  `{"a":${'{"a":'.repeat(60)}1${'}'.repeat(60)}}`,
  `[${'1,'.repeat(25_000)}1]`,
  '\0\0\0\0',
  '\ufeff{}',
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`,
  'orderId=1&email=a%40b.example',
  `--x\r\nContent-Disposition: form-data; name="orderId"\r\n\r\n1\r\n--x--`,
  '{"orderId":"\\ud800"}',
  'x'.repeat(70_000),
] as const
export const garbageBody = (chance: Chance): Buffer =>
  chance.percent(20)
    ? Buffer.from(Array.from({ length: chance.integer(1, 400) }, () => chance.integer(0, 255)))
    : Buffer.from(chance.pick(garbage))

export const contentTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary=',
  'application/octet-stream',
  'x',
  '',
  'application/json, text/html',
] as const

/** A header carries tabs and printable bytes. */
const isInHeader = (letter: string) => letter === '\t' || (letter >= ' ' && letter !== '\u007f')

const headerText = (chance: Chance) =>
  [...Buffer.from(hostileText(chance).slice(0, 3000)).toString('latin1')].filter(isInHeader).join('')

const headerNames = [
  'user-agent',
  'accept',
  'accept-language',
  'accept-encoding',
  'cookie',
  'authorization',
  'referer',
  'origin',
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-request-id',
  'x-http-method-override',
  'content-encoding',
] as const
export const hostileHeader = (chance: Chance): Record<string, string> => ({
  [chance.pick(headerNames)]: chance.percent(20)
    ? chance.pick([
        'bytes=0-',
        'bytes=-1',
        'bytes=5-2',
        'bytes=0-0,1-1',
        'gzip',
        'null',
        'Bearer x.y.z',
        '*/*',
      ])
    : headerText(chance),
})
