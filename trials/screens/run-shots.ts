// npm run trial -- shots [FOLDER] [--only TEXT]: pictures of every screen of the demo in four sizes, light and dark, into
// shots/ or FOLDER; with TEXT only of screens whose name has it.
import { parseArgs } from 'node:util'
import { takeShots } from './take-shots.ts'

const { values, positionals } = parseArgs({
  options: { only: { type: 'string', default: '' } },
  allowPositionals: true,
})
const failed = await takeShots(positionals[0] ?? 'shots', values.only)
if (failed.length > 0) {
  console.error(`No picture of ${failed.join(', ')}.`)
  process.exitCode = 1
}
