import * as contract from '#contract/audit.ts'
import type { ChainState } from '#contract/audit.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import type { Platform } from '#server/platform/work.ts'
import { headPath, readHead } from './chain-head.ts'
import { fromStart, verifyChain, verifyEntries, verifyHead, type VerifiedTo } from './verify.ts'
import { selectHead } from './verify.queries.ts'

interface Verifier {
  state(): Promise<ChainState>
  /**
   * Continues from the last verified entry, or restarts. Resolves once started; does nothing while a verification
   * runs.
   */
  begin(again: { fromStart: boolean }): Promise<void>
  idle(): Promise<void>
}

const maxShownFaults = 20

interface Progress {
  to: VerifiedTo
  at: Date
}

/** In memory, so that the database's owner cannot forge the result; a restarted server has verified nothing. */
function createVerifier(platform: Platform): Verifier {
  const { clock, config, db, log } = platform
  let progress: Progress | null = null
  let faults: string[] = []
  let faultCount = 0
  let running: Promise<void> | null = null

  const report = (fault: string) => {
    faultCount += 1
    if (faults.length < maxShownFaults) faults.push(fault)
  }

  async function run(): Promise<void> {
    const step = (to: VerifiedTo) => {
      progress = { to, at: clock() }
    }
    const before = progress
    const to = await verifyChain(platform, before?.to ?? fromStart, report, step)
    step(to)
    if (!before) await verifyEntries(platform, report)
    const head = await readHead(headPath(config))
    if (head) await verifyHead(platform, head, report)
    if (faultCount > 0) log.error({ faults }, 'the audit does not verify')
  }

  return {
    async state() {
      const head = await selectHead(db)
      return {
        head: head ? { seq: head.seq, hash: head.hash.toString('hex'), at: head.at.toISOString() } : null,
        verified:
          progress && progress.to.seq > 0
            ? { seq: progress.to.seq, hash: progress.to.hash.toString('hex'), at: progress.at.toISOString() }
            : null,
        isRunning: running !== null,
        faults: [...faults],
        faultCount,
      }
    },
    async begin(again) {
      if (running) return
      if (again.fromStart || faultCount > 0) {
        progress = null
        faults = []
        faultCount = 0
      }
      running = run()
        .catch((error: unknown) => {
          log.error({ err: error }, 'verifying the audit failed')
          report('The verification broke off.')
        })
        .finally(() => {
          running = null
        })
    },
    async idle() {
      await running
    },
  }
}

/** ms that a call waits for a verification to end. */
const waitMs = 1000

export function chainCalls(platform: Platform) {
  const verifier = createVerifier(platform)
  const settle = () =>
    Promise.race([verifier.idle(), new Promise((resolve) => setTimeout(resolve, waitMs).unref())])

  return implement(contract, {
    readAuditChain: handle(async () => {
      const { faultCount } = await verifier.state()
      // Verifies new entries; a chain with faults is verified again on request only.
      if (faultCount === 0) await verifier.begin({ fromStart: false })
      await settle()
      return { data: await verifier.state() }
    }),
    verifyAudit: handle(async (_call, { body }) => {
      await verifier.begin({ fromStart: body.fromStart ?? false })
      await settle()
      const data = await verifier.state()
      return {
        message: data.isRunning ? 'The chain is being verified.' : 'The chain has been verified.',
        data,
      }
    }),
  })
}
