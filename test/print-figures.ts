// Prints the figures of the architecture's rules: of the working tree, or of the project folder that is named.
import { resolve } from 'node:path'
import { measure } from './support/figures.ts'
import { readSources } from './support/sources.ts'

process.chdir(resolve(process.argv[2] ?? '.'))
for (const { name, value, limit, unit, examples } of measure(readSources('src'))) {
  const shown = `${Number(value.toFixed(2))}${unit}`.padStart(7)
  const verdict = value > limit ? 'OVER' : 'ok'
  console.log(
    `${name.padEnd(44)} ${shown}  at most ${`${limit}${unit}`.padEnd(4)} ${verdict.padEnd(4)} ${examples.join(', ')}`.trimEnd(),
  )
}
