import { createContext, useContext, useEffect, useState } from 'react'
import { translationOf } from '#contract/rules/translated-languages.ts'
import type { VisitorStart } from '#contract/visitor-start.ts'

/** Where the visitor is: what a server knows of a request, so that it can render the page. */
export type Address = VisitorStart['address']

export const presentAddress = (): Address => ({ path: location.pathname, search: location.search })

/** Goes to a path of these pages. `replace` leaves no way back. */
export type Go = (path: string, how?: 'push' | 'replace') => void

/** The search part with these parameters set, or taken away where they are null. */
export function searchWith(search: string, changes: Record<string, string | null>): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** A path with what stays from page to page: the language that Google translates into. */
export const onwards = (path: string, search: string, wish: Record<string, string> = {}) =>
  path + searchWith('', { ...wish, translate: translationOf(search) })

export function useAddressOf(start: Address): [Address, Go] {
  const [address, setAddress] = useState(start)
  useEffect(() => {
    const follow = () => setAddress(presentAddress())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  const go: Go = (path, how = 'push') => {
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', onwards(path, location.search))
    setAddress(presentAddress())
  }
  return [address, go]
}

export const AddressContext = createContext<Address>({ path: '', search: '' })
export const useAddress = () => useContext(AddressContext)
