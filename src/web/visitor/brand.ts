import { createContext, useContext, useEffect, useState } from 'react'
import type { currentSite } from '#contract/sites.ts'
import type { Brand } from '#contract/visitor-page-data.ts'
import { get } from './call.ts'

export const BrandContext = createContext<Brand | null>(null)

/** Null while loading */
export const useBrand = () => useContext(BrandContext)

/**
 * The site of the host or of the order in the URL (product §6). Loaded again on each page, since an order's site is available
 * only once the order is open.
 */
export function useLoadedBrand(
  page: string,
  orderId: string | null,
  initialBrand: Brand | null,
): Brand | null {
  const pageKey = `${page} ${orderId}`
  const [loaded, setLoaded] = useState({ pageKey, brand: initialBrand })
  const isLoaded = loaded.brand !== null && loaded.pageKey === pageKey
  useEffect(() => {
    if (isLoaded) return
    let isCurrent = true
    get<typeof currentSite>('/front/site', orderId === null ? {} : { orderId }).then(
      ({ data }) => isCurrent && setLoaded({ pageKey, brand: data }),
      // The page works without a brand.
      (error: unknown) => console.error('site', error),
    )
    return () => {
      isCurrent = false
    }
  }, [pageKey, orderId, isLoaded])
  return loaded.brand
}
