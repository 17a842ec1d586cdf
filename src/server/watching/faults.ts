import * as contract from '#contract/self-check.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import type { SelfCheck } from '#server/platform/self-check.ts'

export const faultCalls = (selfCheck: SelfCheck) =>
  implement(contract, { listFaults: handle(async () => ({ data: selfCheck.faults() })) })
