import { createContext, useContext, useEffect, useState } from 'react'
import { parseTranslationLanguage } from '#contract/rules/translated-languages.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'

/** The path and query string of the request. */
export type Address = VisitorPageData['address']

export const currentAddress = (): Address => ({ path: location.pathname, search: location.search })

/** `replace` replaces the history entry. */
export type Navigate = (path: string, mode?: 'push' | 'replace') => void

export function searchWith(search: string, changes: Record<string, string | null>): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** Keeps the chosen Google translation. */
export const pathWithTranslation = (path: string, search: string, parameters: Record<string, string> = {}) =>
  path + searchWith('', { ...parameters, translate: parseTranslationLanguage(search) })

export function useBrowserAddress(start: Address): [Address, Navigate] {
  const [address, setAddress] = useState(start)
  useEffect(() => {
    const handlePopState = () => setAddress(currentAddress())
    addEventListener('popstate', handlePopState)
    return () => removeEventListener('popstate', handlePopState)
  }, [])
  const navigate: Navigate = (path, mode = 'push') => {
    history[mode === 'push' ? 'pushState' : 'replaceState'](
      null,
      '',
      pathWithTranslation(path, location.search),
    )
    setAddress(currentAddress())
  }
  return [address, navigate]
}

export const AddressContext = createContext<Address>({ path: '', search: '' })
export const useAddress = () => useContext(AddressContext)
