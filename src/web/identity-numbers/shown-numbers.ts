import { createContext, use } from 'react'
import type { Mask } from './mask-order.ts'

/** State of the passport, identity and visa numbers of the shown order. */
export interface ShownNumbers {
  /** The order is finished and its numbers are masked. */
  areHidden: boolean
  /** A member has shown the masked numbers. */
  wereShown: boolean
  busy: boolean
  /** Records the request and shows the numbers; true if they are shown. */
  show: () => Promise<boolean>
  /** Masks the numbers in a text while they are hidden. */
  mask: Mask
}

export const ShownNumbersContext = createContext<ShownNumbers | null>(null)

export function useShownNumbers(): ShownNumbers {
  const numbers = use(ShownNumbersContext)
  if (!numbers) throw new Error('useShownNumbers needs a ShownNumbersProvider above it')
  return numbers
}
