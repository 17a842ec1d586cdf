import { expect, test } from 'vitest'
import { toastsToHide, type ShownToast } from './toasts-to-hide.ts'

const short = (title: string, more: Partial<ShownToast> = {}): ShownToast => ({
  tone: 'good',
  title,
  ...more,
})
const claim = (title: string) => short(title, { topic: 'claim', text: 'Order 2048710 is yours.' })
const failure = short('failure', { tone: 'bad' })
const long = short('long', { text: 'x'.repeat(200) })
const report = short('report', { persistent: true })

test.each<[string, ShownToast[], ShownToast, string[]]>([
  ['nothing beside one', [short('a')], short('b'), []],
  ['the older of two', [short('a'), short('b')], short('c'), ['a']],
  ['an earlier claim by the next one', [claim('first'), short('a')], claim('second'), ['first']],
  ['a success before a failure', [failure, short('a')], short('b'), ['a']],
  ['none that stays until it is closed', [report, report], short('a'), []],
  ['one that has no room beside a long one', [short('a', { text: 'two lines' })], long, ['a']],
  ['a long one that leaves no room', [long], claim('first'), ['long']],
])('hides %s', (_, shown, next, hidden) => {
  expect(toastsToHide(shown, next).map(({ title }) => title)).toEqual(hidden)
})
