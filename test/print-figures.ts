// Prints the size of the project and the figures of the architecture's rules: of the working tree, or of the project
// folder that is named.
import { readdirSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { countBy, countImporters, measure } from './support/figures.ts'
import { readSources } from './support/sources.ts'

process.chdir(resolve(process.argv[2] ?? '.'))

const linesBelow = (folder: string, name: RegExp): number[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path) && !path.includes('node_modules'))
    .map((path) => readFileSync(posix.join(folder, path), 'utf8').split('\n').length - 1)
    .toSorted((a, b) => a - b)

const code = /\.(tsx?|mjs|css|html|svg)$/
const texts = /\.json$/
for (const [title, folder, name] of [
  ['src', 'src', code],
  ['texts of src', 'src', texts],
  ['test', 'test', code],
  ['trials', 'trials', code],
] as const) {
  const lines = linesBelow(folder, name)
  const total = lines.reduce((sum, it) => sum + it, 0)
  const median = lines[Math.floor(lines.length / 2)] ?? 0
  const long = lines.filter((it) => it > 300).length
  console.log(
    `${title.padEnd(14)} ${total} lines, ${lines.length} files, median ${median}, over 300 lines ${long}`,
  )
}

const sources = readSources('src')
const folders = countBy(sources.map(({ path }) => posix.dirname(path)))
const single = folders.filter(({ count }) => count === 1)
console.log(`folders        ${folders.length}, with a single file ${single.length}`)
const importers = countImporters(sources)
const shares = ['none', 'one', 'two', 'more'].map(
  (label, at) => `${label} ${importers.filter((it) => (at === 3 ? it >= 3 : it === at)).length}`,
)
console.log(`importers      ${shares.join(', ')}`)
const words = readFileSync('docs/glossary.md', 'utf8').match(/^\| (?!-|Word|Term)/gm) ?? []
console.log(`glossary       ${words.length} words`)

for (const { name, value, limit, unit, examples } of measure(sources)) {
  const shown = `${Number(value.toFixed(2))}${unit}`.padStart(7)
  const verdict = value > limit ? 'OVER' : 'ok'
  console.log(
    `${name.padEnd(44)} ${shown}  at most ${`${limit}${unit}`.padEnd(4)} ${verdict.padEnd(4)} ${examples.join(', ')}`.trimEnd(),
  )
}
