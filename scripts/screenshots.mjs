// npm run shots: pictures of every screen of the demo in four sizes, light and dark, into shots/.
//   npm run shots -- FOLDER [--only TEXT]: into another folder; only screens whose name has the text.
import { parseArgs } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { prepare } from './lib/prepare.mjs'

const { values, positionals } = parseArgs({
  options: { only: { type: 'string', default: '' } },
  allowPositionals: true,
})
await prepare()
const { takeShots } = await tsImport('../test/screens/take-shots.ts', import.meta.url)
const failed = await takeShots(positionals[0] ?? 'shots', values.only)
if (failed.length > 0) {
  console.error(`No picture of ${failed.join(', ')}.`)
  process.exitCode = 1
}
