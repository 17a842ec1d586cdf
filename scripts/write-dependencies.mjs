// node scripts/write-dependencies.mjs: writes the tables of packages in docs/dependencies.md from package.json and the lock file,
// and takes out licences that no package has any more.
// What a package is for stays as the page has it; `?` stands for that of a new one, and is to be replaced by hand.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/project.mjs'

const path = join(root, 'docs/dependencies.md')
const page = readFileSync(path, 'utf8')
const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const manifest = readJson('package.json')
const { packages } = readJson('package-lock.json')

/** Rows are `| packages | for | licence |`; packages with the same purpose and licence share one. */
const rowPattern = /^\| ((?:`[^`]+`(?:, )?)+) \| (.*) \| [^|]+ \|$/gm
const namesIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
const purposes = new Map(
  [...page.matchAll(rowPattern)].flatMap(([, names, purpose]) =>
    namesIn(names).map((name) => [name, purpose]),
  ),
)

function tableOf(names) {
  const rows = new Map()
  for (const name of names) {
    const end = `${purposes.get(name) ?? '?'} | ${packages[`node_modules/${name}`]?.license} |`
    rows.set(end, [...(rows.get(end) ?? []), `\`${name}\``])
  }
  return ['| package | for | licence |', '|---|---|---|']
    .concat([...rows].map(([end, list]) => `| ${list.join(', ')} | ${end}`))
    .join('\n')
}

/** Replaces the table below a heading of the second rank, and keeps the text above it. */
const withTable = (text, [heading, kind]) =>
  text.replace(
    new RegExp(`^(## ${heading}\\n(?:(?!## |\\|).*\\n)*)(?:\\|.*\\n)*`, 'm'),
    (_, above) => `${above}${tableOf(Object.keys(manifest[kind] ?? {}))}\n`,
  )

const parts = [
  ['Runtime', 'dependencies'],
  ['Optional', 'optionalDependencies'],
  ['Development', 'devDependencies'],
]

/** Packages of the whole lock file, as `[name, licence]`. */
const locked = Object.entries(packages)
  .filter(([place]) => place !== '')
  .map(([place, { license }]) => [place.replace(/.*node_modules\//, ''), license])
const licences = new Set(locked.map(([, license]) => license))
const unlicensed = new Set(locked.flatMap(([name, license]) => (license ? [] : [name])))

/** Takes names out of the rows below a heading that stand for nothing any more; adds none, since that is decided by hand. */
const withoutGone = (text, heading, isThere) =>
  text.replace(new RegExp(`^## ${heading}\\n(?:(?!## ).*\\n)*`, 'm'), (section) =>
    section.replaceAll(/^\| ((?:`[^`]+`(?:, )?)+) \|(.*\n)/gm, (_, names, rest) => {
      const left = namesIn(names).filter(isThere)
      return left.length > 0 ? `| ${left.map((name) => `\`${name}\``).join(', ')} |${rest}` : ''
    }),
  )

const written = parts.reduce(withTable, page)
const allowed = withoutGone(written, 'Allowed licences', (name) => licences.has(name))
writeFileSync(
  path,
  withoutGone(allowed, 'Without a licence in their manifest', (name) => unlicensed.has(name)),
)
