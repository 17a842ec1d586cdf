// Takes what it is told to, until it is ended: run by run-shares.ts.
import { runAttack, type AttackContext } from './attacks.ts'

await runAttack(JSON.parse(process.argv[2] ?? '{}') as AttackContext)
