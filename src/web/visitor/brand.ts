import { createContext, useContext, useEffect, useState } from 'react'
import type { currentSite } from '#contract/sites.ts'
import type { Brand } from '#contract/visitor-start.ts'
import { get } from './call.ts'

export const BrandContext = createContext<Brand | null>(null)

/** Null until it is known. */
export const useBrand = () => useContext(BrandContext)

/** The site of the host, or of the order in the address (product §6); `first` is that of the first one asked for. */
export function useBrandOf(orderId: string | null, first: Brand | null): Brand | null {
  const [known, setKnown] = useState({ orderId, brand: first })
  const isKnown = known.brand !== null && known.orderId === orderId
  useEffect(() => {
    if (isKnown) return
    let isWanted = true
    get<typeof currentSite>('/front/site', orderId === null ? {} : { orderId }).then(
      ({ data }) => isWanted && setKnown({ orderId, brand: data }),
      // The page works without its brand.
      (error: unknown) => console.error('site', error),
    )
    return () => {
      isWanted = false
    }
  }, [orderId, isKnown])
  return known.brand
}
