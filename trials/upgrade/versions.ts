import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ownMigrations } from '#server/platform/db/migrations.ts'
import { projectRoot } from '#server/platform/project-root.ts'

const run = promisify(execFile)
const outputLimit = 1 << 26

export async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: projectRoot(), maxBuffer: outputLimit })
  return stdout.trim()
}

export interface Version {
  name: string
  folder: string
}

/** The commit before the newest migration on the main line; 1.0 while it is the only version. */
export async function findVersionBefore(): Promise<string> {
  if (ownMigrations.names.length === 1) return 'HEAD'
  const added = ['--first-parent', '-m', '--diff-filter=A', '-1', '--format=%H', 'HEAD', '--', 'migrations']
  return git('rev-parse', `${await git('log', ...added)}^`)
}

const checksum = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/** Links the packages of this tree where the lists are equal, otherwise installs them. */
async function installPackages(folder: string): Promise<void> {
  const [own, other] = await Promise.all(
    [projectRoot(), folder].map((at) => checksum(join(at, 'package-lock.json'))),
  )
  if (own === other) return symlink(join(projectRoot(), 'node_modules'), join(folder, 'node_modules'))
  const options = ['--include=dev', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['ci', ...options], { cwd: folder, maxBuffer: outputLimit })
}

interface BuildOptions {
  target?: string
  change?: (folder: string) => Promise<void>
}

export async function buildCommit(
  commit: string,
  folder: string,
  { target, change }: BuildOptions = {},
): Promise<Version> {
  await mkdir(folder, { mode: 0o755 })
  const archive = `${folder}.tar`
  await git('archive', '--output', archive, commit)
  await run('tar', ['-x', '-f', archive, '-C', folder])
  await rm(archive)
  await installPackages(folder)
  await change?.(folder)
  await run(process.execPath, ['scripts/build.mjs', ...(target ? [target] : [])], {
    cwd: folder,
    maxBuffer: outputLimit,
  })
  return { name: await git('log', '-1', '--format=%h', commit), folder }
}

/** A column that old servers read in whole rows, an index, and the migration that drops the column. */
const planted = {
  '9998_planted':
    'alter table orders add column planted text;\nalter table members add column planted text;\nalter table documents add column planted text;\n',
  '9998_planted_index.concurrently': 'create index concurrently planted on orders (planted);\n',
  '9999_planted.contract':
    'alter table orders drop column planted;\nalter table members drop column planted;\nalter table documents drop column planted;\n',
}

/** This working tree with planted migrations of both steps and changed files of the staff's page. */
export async function buildPlanted(folder: string): Promise<Version> {
  const isCommitted = (await git('status', '--porcelain', '--untracked-files=no')) === ''
  const tree = isCommitted ? 'HEAD' : await git('stash', 'create')
  const built = await buildCommit(tree, folder, {
    async change() {
      for (const [name, text] of Object.entries(planted))
        await writeFile(join(folder, 'migrations', `${name}.sql`), text)
      await appendFile(join(folder, 'src/web/staff/main.tsx'), "\nconsole.debug('planted')\n")
    },
  })
  return { ...built, name: 'this version with planted migrations' }
}

/** Addresses of all page files, by the build's manifest. */
export async function listPageFiles({ folder }: Version): Promise<string[]> {
  const manifests = await Promise.all(
    ['web', 'visitor'].map(
      async (page): Promise<Record<string, { file: string; css?: string[]; assets?: string[] }>> =>
        JSON.parse(await readFile(join(folder, 'dist', page, 'manifest.json'), 'utf8')),
    ),
  )
  const files = manifests
    .flatMap((manifest) => Object.values(manifest))
    .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  return [...new Set(files.map((file) => `/${file}`))]
    .filter((path) => path.startsWith('/assets/'))
    .toSorted()
}
