import { useSessionStorage } from '@mantine/hooks'

/** The fields of an order that were copied or filled, by their names alone; kept over a reload of this tab. */
export function useCopiedFields(orderId: number) {
  const [copied, setCopied] = useSessionStorage<readonly string[]>({
    key: `filing-${orderId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return {
    isCopied: (id: string) => copied.includes(id),
    markCopied: (ids: readonly string[]) => setCopied((before) => [...new Set([...before, ...ids])]),
  }
}
