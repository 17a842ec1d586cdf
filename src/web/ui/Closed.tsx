import { useDeferredValue, type ReactNode } from 'react'

/** Renders a dialog or dropdown closed first: Mantine returns the focus only if it was mounted before it opened. */
export const Closed = ({ children }: { children: (isMounted: boolean) => ReactNode }) =>
  children(useDeferredValue(true, false))
