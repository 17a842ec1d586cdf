import { expect, test } from 'vitest'
import { holdingFor, provenHolder, strangerAt, type Holder } from './holder.ts'
import { createShares } from './shares.ts'

const runFor = <T>(shares: ReturnType<typeof createShares>, holder: Holder, work: () => Promise<T>) =>
  holdingFor({ holder, connections: 0, isOver: false }, () => shares.run(work))

function works(shares: ReturnType<typeof createShares>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (holder: Holder, name: string) =>
    runFor(shares, holder, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, begin, end }
}

const [ana, ben] = [provenHolder('member 1'), provenHolder('member 2')]

test('one holder has no more than a share, and waiting holders take turns', async () => {
  const { begun, begin, end } = works(createShares({ total: 3, perHolder: 2, strangers: 2 }))
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => begin(ana, name))
  all.push(begin(ben, 'b1'), begin(ben, 'b2'), begin(ben, 'b3'))
  await end('')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  for (const name of ['a2', 'a3', 'b2', 'a4', 'b3']) await end(name)
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3'])
  await Promise.all(all)
})

test('strangers of many networks leave the rest to identified holders', async () => {
  const { begun, begin, end } = works(createShares({ total: 4, perHolder: 2, strangers: 2 }))
  const all = ['2001:db8:1::1', '2001:db8:2::1', '192.0.2.1', '192.0.2.9'].map((ip) =>
    begin(strangerAt(ip), ip),
  )
  all.push(begin(ana, 'a1'))
  await end('')
  expect(begun).toEqual(['2001:db8:1::1', '2001:db8:2::1', 'a1'])
  for (const name of [...begun, '192.0.2.1', '192.0.2.9']) await end(name)
  await Promise.all(all)
})

test('a failure releases its share, and a full queue refuses', async () => {
  const shares = createShares({ total: 1, perHolder: 1, strangers: 1 })
  await expect(runFor(shares, ana, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const release = await shares.claim(ana)
  const waiting = Array.from({ length: 250 }, () => shares.claim(ana).then((free) => free()))
  await expect(shares.claim(ana)).rejects.toThrow('Too much of yours')
  release()
  await Promise.all(waiting)
  await runFor(shares, ben, async () => {})
})
