import { createContext, useContext, useEffect, useState } from 'react'
import type { currentSite } from '#contract/sites.ts'
import type { Brand } from '#contract/visitor-start.ts'
import { get } from './call.ts'

export const BrandContext = createContext<Brand | null>(null)

/** Null until it is known. */
export const useBrand = () => useContext(BrandContext)

/**
 * The site of the host, or of the order in the address (product §6). It is asked for again on another page, since an
 * order shows its site only once it is open; `first` is that of the page that came from the server.
 */
export function useBrandOf(page: string, orderId: string | null, first: Brand | null): Brand | null {
  const place = `${page} ${orderId}`
  const [known, setKnown] = useState({ place, brand: first })
  const isKnown = known.brand !== null && known.place === place
  useEffect(() => {
    if (isKnown) return
    let isWanted = true
    get<typeof currentSite>('/front/site', orderId === null ? {} : { orderId }).then(
      ({ data }) => isWanted && setKnown({ place, brand: data }),
      // The page works without its brand.
      (error: unknown) => console.error('site', error),
    )
    return () => {
      isWanted = false
    }
  }, [place, orderId, isKnown])
  return known.brand
}
