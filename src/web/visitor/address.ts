import { createContext, useContext, useEffect, useState } from 'react'
import { parseTranslationLanguage } from '#contract/rules/translated-languages.ts'
import type { OpenedOrder, VisitorPageData } from '#contract/visitor-page-data.ts'

/** The path and query string of the request. */
export type Address = VisitorPageData['address']

export const currentAddress = (): Address => ({ path: location.pathname, search: location.search })

/** An address that the page itself navigated to comes with the order that was opened. */
export type BrowserAddress = Address & { opened?: OpenedOrder | null }

interface NavigateOptions {
  /** Replaces the history entry. */
  replace?: boolean
  opened?: OpenedOrder | null
}

export type Navigate = (path: string, options?: NavigateOptions) => void

export function searchWith(search: string, changes: Record<string, string | null>): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  const text = String(parameters)
  return text && `?${text}`
}

/** Keeps the chosen Google translation. */
export const pathWithTranslation = (path: string, search: string, parameters: Record<string, string> = {}) =>
  path + searchWith('', { ...parameters, translate: parseTranslationLanguage(search) })

export function useBrowserAddress(start: Address): [BrowserAddress, Navigate] {
  const [address, setAddress] = useState<BrowserAddress>(start)
  useEffect(() => {
    const handlePopState = () => setAddress(currentAddress())
    addEventListener('popstate', handlePopState)
    return () => removeEventListener('popstate', handlePopState)
  }, [])
  const navigate: Navigate = (path, { replace = false, opened = null } = {}) => {
    history[replace ? 'replaceState' : 'pushState'](null, '', pathWithTranslation(path, location.search))
    setAddress({ ...currentAddress(), opened })
  }
  return [address, navigate]
}

export const AddressContext = createContext<Address>({ path: '', search: '' })
export const useAddress = () => useContext(AddressContext)
