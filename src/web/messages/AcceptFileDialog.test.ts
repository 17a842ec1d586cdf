import { expect, test } from 'vitest'
import { senderDoubts } from './AcceptFileDialog.tsx'

const customer = { from_customer: true, authentic: 'pass', suspected: null } as const

test.each([
  [customer, 0],
  [{ ...customer, authentic: 'unknown' }, 1],
  [{ ...customer, authentic: 'fail' }, 1],
  [{ from_customer: false, authentic: 'fail', suspected: 'spam' }, 3],
] as const)('%j has %i doubts', (sender, count) => expect(senderDoubts(sender)).toHaveLength(count))
