import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { runCommand } from '../../test/support/command-process.ts'
import { embeddedEnvironment, queryEmbedded } from '../../test/support/embedded-installation.ts'
import { startServerProcess } from '../../test/support/server-process.ts'

/** A copy of this version with more migrations, as a later version. */
async function addVersion(folder: string, migrations: Record<string, string>): Promise<string> {
  for (const part of ['dist', 'migrations', 'package.json'])
    await cp(join(projectRoot(), part), join(folder, part), { recursive: true })
  await symlink(join(projectRoot(), 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(migrations))
    await writeFile(join(folder, 'migrations', `${name}.sql`), text)
  return folder
}

const adding = {
  '9001_taken_by_command': 'create table taken_by_command (id int)',
  '9002_taken_by_start': 'create table taken_by_start (id int)',
}
const takingByCommand = { ...adding, '9003_no_first.contract': 'drop table taken_by_command' }
const takingByStart = { ...takingByCommand, '9004_no_second.contract': 'drop table taken_by_start' }

test('the command and a start contract an embedded database once no older version is connected (product §10)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-contract-'))
  const env = embeddedEnvironment(join(folder, 'data'))
  const start = async (version: string) => startServerProcess(env, undefined, version)
  const contract = (version: string) => runCommand(['migrate', '--contract'], env, undefined, version)
  const tables = async () => {
    const rows = await queryEmbedded<{ name: string }>(
      env.DATA_DIR,
      `select relname as name from pg_class where relname like 'taken_by_%' and relkind = 'r' order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  const members = () => queryEmbedded(env.DATA_DIR, 'select email from members')

  const first = await addVersion(join(folder, 'first'), adding)
  const second = await addVersion(join(folder, 'second'), takingByCommand)
  let server = await start(first)
  const before = await members()
  expect(before).toHaveLength(1)
  const refused = await contract(second)
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringContaining('stop the servers of other versions first'),
  })
  expect(await tables()).toEqual(['taken_by_command', 'taken_by_start'])
  await server.end()

  expect(await contract(second)).toMatchObject({
    code: 0,
    said: expect.stringContaining('The database is up to date.'),
  })
  server = await start(second)
  expect(await tables()).toEqual(['taken_by_start'])
  await server.end()

  server = await start(await addVersion(join(folder, 'third'), takingByStart))
  expect(await tables()).toEqual([])
  expect(await members()).toEqual(before)
  await server.end()
  await expect(start(first)).rejects.toThrow('the database is of a newer version')
  await rm(folder, { recursive: true, force: true })
})
