import { filterOptions } from '#contract/orders.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** The values of filters that depend on data (members, sites, nationalities). */
export function useFilterOptions(enabled: boolean) {
  const { data } = useRead(filterOptions, {}, { enabled, staleTime: 300_000, showsFailureInline: true })
  return data?.data
}
