// npm run test:proposals [-- COUNT]: official mails, right ones and wrong ones, sent into the built server, and what they are
// proposed as.
import { spawnSync } from 'node:child_process'

const [count = '10000'] = process.argv.slice(2)
if (!/^[1-9]\d*$/.test(count)) throw new Error('COUNT is how many mails are sent')
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'http', 'test/http/official-mails.test.ts'],
  {
    env: { ...process.env, OFFICIAL_MAILS: count },
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
