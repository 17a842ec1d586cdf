import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuseForeignFolder } from './foreign-folder.ts'

const account = process.getuid?.() || 12_345

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-account-'))
  await chown(folder, account, account).catch(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

test('root is refused where the folder is an account of its own, and is told which', async () => {
  vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(0)
  await expect(refuseForeignFolder(folder)).rejects.toThrow(`belongs to the account ${account}`)
  await refuseForeignFolder(join(folder, 'to be made'))
  await refuseForeignFolder(undefined)
})

test('another account than root is not (product §10)', async () => {
  vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(account)
  await refuseForeignFolder(folder)
})
