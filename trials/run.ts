import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { needs } from './needs.ts'
import { runTrial } from './run-one.ts'
import { trials, type Trial } from './table.ts'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

function list(): void {
  const width = Math.max(...trials.map(({ name }) => name.length))
  for (const { name, shows, minutes, options, env, needs: needed } of trials) {
    console.log(`${name.padEnd(width)}  ${`${minutes} min`.padStart(7)}  ${shows}`)
    const settings = Object.entries(env).map((pair) => pair.join('='))
    const more = [
      options && `options: ${options}`,
      settings.length > 0 && `settings: ${settings.join(' ')}`,
      ...needed.map((need) => needs[need].missing),
    ].filter(Boolean)
    if (more.length > 0) console.log(`${' '.repeat(width + 11)}${more.join('; ')}`)
  }
  console.log(`
npm run trial -- NAME …           these trials, as docs/trials.md has them
npm run trial -- NAME OPTION …    one trial with options of its own, which is not written
npm run trial -- --all            all that fit this machine; their figures are written to docs/trials.md`)
}

async function missingFor({ needs: needed }: Trial): Promise<string | null> {
  for (const name of needed) if (!(await needs[name].isMet())) return needs[name].missing
  return null
}

async function fitting(): Promise<Trial[]> {
  const chosen: Trial[] = []
  for (const trial of trials) {
    const reason = await missingFor(trial)
    if (reason) console.log(`left out: ${trial.name} ${reason}`)
    else chosen.push(trial)
  }
  const hours = chosen.reduce((sum, { minutes }) => sum + minutes, 0) / 60
  console.log(`${chosen.length} trials, about ${Math.ceil(hours)} hours`)
  return chosen
}

/** Names come before the first option. */
function parse(args: readonly string[]): { chosen: Trial[]; options: string[] } {
  const trialOf = (name: string) => trials.find((trial) => trial.name === name)
  const firstOption = args.findIndex((arg) => !trialOf(arg))
  const names = firstOption < 0 ? args : args.slice(0, firstOption)
  const options = firstOption < 0 ? [] : args.slice(firstOption)
  if (names.length === 0) throw new Error(`There is no trial ${args[0]}: npm run trial lists them.`)
  if (names.length > 1 && options.length > 0)
    throw new Error(`${options[0]} is no trial, and options go to one trial alone.`)
  return { chosen: names.flatMap((name) => trialOf(name) ?? []), options }
}

const page = 'docs/trials.md'
const heads = ['| trial | date | commit | minutes | tried | found |', `|${'---|'.repeat(6)}`]
const rowOf = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '/')).join(' | ')} |`

/** Writes a row into the page's table in the order of the trials and drops rows of removed trials. */
function writeRow(row: string): void {
  const lines = readFileSync(page, 'utf8').split('\n')
  const start = lines.indexOf(heads[0] ?? '')
  if (start < 0) throw new Error(`${page} has no table that begins with ${heads[0]}`)
  const count = lines.slice(start).findIndex((line) => !line.startsWith('|'))
  const nameIn = (line: string) => line.split(' | ')[0]?.slice(2) ?? ''
  const known = new Map([...lines.slice(start, start + count), row].map((line) => [nameIn(line), line]))
  const kept = trials.flatMap(({ name }) => known.get(name) ?? [])
  lines.splice(start, count, ...heads, ...kept)
  writeFileSync(page, lines.join('\n'))
}

/** Runs trials in turn and writes the rows of clean working trees. Answers whether all passed. */
async function runAll(chosen: readonly Trial[], options: readonly string[]): Promise<boolean> {
  const rows: string[] = []
  let havePassed = true
  for (const trial of chosen) {
    const { name, shows, env } = trial
    const reason = await missingFor(trial)
    if (reason) throw new Error(`${name} ${reason}.`)
    console.log(`\n── ${name}: ${shows} (about ${trial.minutes} min)`)
    const commit = `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain') ? '+' : ''}`
    const { tried, found, minutes, hasPassed, hasFigures } = await runTrial(trial, options)
    const date = new Date().toISOString().slice(0, 10)
    const row = rowOf([name, date, commit, minutes.toFixed(1), tried, found])
    rows.push(row)
    havePassed &&= hasPassed
    const isAsListed = options.length === 0 && !Object.keys(env).some((setting) => setting in process.env)
    if (isAsListed && hasFigures) writeRow(row)
  }
  console.log(`\n${[...heads, ...rows].join('\n')}`)
  return havePassed
}

export async function runTrials(args: readonly string[]): Promise<boolean> {
  if (args.length === 0) {
    list()
    return true
  }
  if (args.length === 1 && args[0] === '--all') return runAll(await fitting(), [])
  const { chosen, options } = parse(args)
  return runAll(chosen, options)
}
