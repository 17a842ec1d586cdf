import { filterOptions } from '#contract/orders.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** What is offered by the filters whose values come and go; read when one is opened, or set. */
export function useFilterOptions(enabled: boolean) {
  const { data } = useRead(filterOptions, {}, { enabled, staleTime: 300_000, showsFailureInline: true })
  return data?.data
}
