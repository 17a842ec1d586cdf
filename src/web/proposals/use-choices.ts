import { useState } from 'react'
import type { Proposal } from '#contract/proposals.ts'
import type { TargetOrder } from '#web/proposed-document/target-order.ts'

/** A member's decisions about listed proposals: selected ones, and other target orders. */
export function useChoices(proposals: readonly Proposal[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [typed, setTyped] = useState<ReadonlyMap<number, TargetOrder | null>>(new Map())

  const targetOf = (proposal: Proposal): TargetOrder | null => {
    const other = typed.get(proposal.id)
    return other === undefined ? (proposal.candidates[0] ?? null) : other
  }
  const isChosen = (proposal: Proposal): boolean =>
    targetOf(proposal) !== null && (chosen.get(proposal.id) ?? proposal.certain)

  return {
    targetOf,
    isChosen,
    choose: (id: number, isOn: boolean) => setChosen((before) => new Map(before).set(id, isOn)),
    /** Null while the input matches no order. */
    setTarget: (id: number, order: TargetOrder | null) => {
      setTyped((before) => new Map(before).set(id, order))
      setChosen((before) => new Map(before).set(id, order !== null))
    },
    chosen: proposals.filter(isChosen),
  }
}
