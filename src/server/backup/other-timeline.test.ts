import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderDestination, type Destination } from './destination.ts'
import { goneAfterMs, refuseOtherTimeline } from './other-timeline.ts'
import { walObject } from './wal-names.ts'

let folder: string
let destination: Destination

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-timeline-'))
  destination = folderDestination(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const sendLogOf = (timeline: number) =>
  destination.put(walObject(`0000000${timeline}0000000000000001`), Buffer.from('log'))
const inMs = (ms: number) => new Date(Date.now() + ms)

test('an installation may write to a new destination or its own (product §10)', async () => {
  await refuseOtherTimeline(destination, 1, inMs(0))
  await sendLogOf(1)
  await refuseOtherTimeline(destination, 1, inMs(0))
})

test('a restored installation waits until its origin sends no more log', async () => {
  await sendLogOf(1)
  await expect(refuseOtherTimeline(destination, 2, inMs(0))).rejects.toThrow('wait 5 minutes')
  await refuseOtherTimeline(destination, 2, inMs(goneAfterMs + 1000))
})

test('the origin of a restored installation is refused at any later time', async () => {
  await sendLogOf(1)
  await sendLogOf(2)
  await expect(refuseOtherTimeline(destination, 1, inMs(30 * goneAfterMs))).rejects.toThrow(
    'give this one another place',
  )
})
