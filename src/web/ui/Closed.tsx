import { useDeferredValue, type ReactNode } from 'react'

/** Lets a dialog or dropdown begin closed: only one that was there before it opened gives the focus back. */
export const Closed = ({ children }: { children: (isMounted: boolean) => ReactNode }) =>
  children(useDeferredValue(true, false))
