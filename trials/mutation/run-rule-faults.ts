// npm run trial -- mutation-rules [--mutate FILE]: faults that Stryker plants into the rules that server and web share.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { reportFigures, thousands } from '../figures.ts'

interface Report {
  files: Record<string, { mutants: { status: string }[] }>
}

const args = ['run', 'trials/mutation/stryker.config.mjs', ...process.argv.slice(2)]
process.exitCode = spawnSync('stryker', args, { stdio: 'inherit' }).status ?? 1
if (process.exitCode === 0) {
  const { files } = JSON.parse(readFileSync('.cache/stryker/report.json', 'utf8')) as Report
  const mutants = Object.values(files).flatMap((file) => file.mutants)
  const seen = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const survived = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length
  reportFigures({
    tried: `${thousands(seen + survived)} faults in ${Object.keys(files).length} files`,
    found: `${survived} survived, ${((100 * seen) / (seen + survived)).toFixed(1)} % seen`,
  })
}
