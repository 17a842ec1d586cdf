import type { ChainState } from '#contract/audit.ts'
import type { Platform } from '#server/platform/work.ts'
import { headPath, readHead } from './chain-head.ts'
import { fromStart, verifyChain, verifyEntries, verifyHead, type VerifiedTo } from './verify.ts'
import { selectHead } from './verify.queries.ts'

/** Verifies in the background, beside the requests, and remembers how far it has come. */
export interface Verifier {
  state(): Promise<ChainState>
  /** Goes on from the last verified entry, or begins anew. Resolves once it has begun; a second one joins the first. */
  begin(again: { fromStart: boolean }): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

const maxShownFaults = 20

interface Progress {
  to: VerifiedTo
  at: Date
}

/** In memory, so that whoever owns the database cannot say what is verified; a server that starts has verified nothing. */
export function createVerifier(platform: Platform): Verifier {
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
          log.error({ err: error }, 'verifying the audit')
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
