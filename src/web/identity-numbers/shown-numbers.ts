import { createContext, use } from 'react'
import type { Mask } from './mask-order.ts'

export interface ShownNumbers {
  areHidden: boolean
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
