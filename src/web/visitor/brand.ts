import { createContext, useContext, useEffect, useState } from 'react'
import type { Site, currentSite } from '#contract/sites.ts'
import { get } from './call.ts'

/** What a page shows of its site. */
export type Brand = Pick<Site, 'kind' | 'name' | 'links' | 'contact'>

export const BrandContext = createContext<Brand | null>(null)

/** Null until it is known. */
export const useBrand = () => useContext(BrandContext)

/** The site of the host, or of the order in the address (product §6). */
export function useBrandOf(orderId: string | null): Brand | null {
  const [brand, setBrand] = useState<Brand | null>(null)
  useEffect(() => {
    let isWanted = true
    get<typeof currentSite>('/front/site', orderId === null ? {} : { orderId }).then(
      ({ data }) => isWanted && setBrand(data),
      // The page works without its brand.
      (error: unknown) => console.error('site', error),
    )
    return () => {
      isWanted = false
    }
  }, [orderId])
  return brand
}
