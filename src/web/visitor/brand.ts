import { createContext, useContext, useEffect, useState } from 'react'
import type { currentSite } from '#contract/sites.ts'
import type { Brand } from '#contract/visitor-page-data.ts'
import { get } from './call.ts'

export const BrandContext = createContext<Brand | null>(null)

/** Null until it is known. */
export const useBrand = () => useContext(BrandContext)

/**
 * The site of the host, or of the order in the address (product §6). It is asked for again on another page, since an
 * order shows its site only once it is open; `first` is that of the page that came from the server.
 */
export function useLoadedBrand(
  page: string,
  orderId: string | null,
  initialBrand: Brand | null,
): Brand | null {
  const pageKey = `${page} ${orderId}`
  const [loaded, setLoaded] = useState({ place: pageKey, brand: initialBrand })
  const isLoaded = loaded.brand !== null && loaded.place === pageKey
  useEffect(() => {
    if (isLoaded) return
    let isCurrent = true
    get<typeof currentSite>('/front/site', orderId === null ? {} : { orderId }).then(
      ({ data }) => isCurrent && setLoaded({ place: pageKey, brand: data }),
      // The page works without its brand.
      (error: unknown) => console.error('site', error),
    )
    return () => {
      isCurrent = false
    }
  }, [pageKey, orderId, isLoaded])
  return loaded.brand
}
