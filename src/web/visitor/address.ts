import { useEffect, useState } from 'react'

/** Where the visitor is: what a server knows of a request, so that it could render the page. */
export interface Address {
  path: string
  /** With its question mark, or empty. */
  search: string
}

export const presentAddress = (): Address => ({ path: location.pathname, search: location.search })

/** Goes to a path of these pages; the search part stays, for it holds the language. `replace` leaves no way back. */
export type Go = (path: string, how?: 'push' | 'replace') => void

export function useAddress(start: Address): [Address, Go] {
  const [address, setAddress] = useState(start)
  useEffect(() => {
    const follow = () => setAddress(presentAddress())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  const go: Go = (path, how = 'push') => {
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', path + location.search)
    setAddress(presentAddress())
  }
  return [address, go]
}
