import { createContext, use } from 'react'
import type { Mask } from './mask-order.ts'

/** Whether the passport, identity and visa numbers of the order in view are shown. */
export interface ShownNumbers {
  /** The order is finished, has such numbers, and they are masked. */
  areHidden: boolean
  /** They were masked, until a member showed them. */
  wereShown: boolean
  busy: boolean
  /** Tells the server and shows them; true where they are shown. */
  show: () => Promise<boolean>
  /** Masks them in a text, while they are hidden. */
  mask: Mask
}

export const ShownNumbersContext = createContext<ShownNumbers | null>(null)

export function useShownNumbers(): ShownNumbers {
  const numbers = use(ShownNumbersContext)
  if (!numbers) throw new Error('useShownNumbers needs a ShownNumbersProvider above it')
  return numbers
}
