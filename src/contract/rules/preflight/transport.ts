import { normalizeText } from '../search-text.ts'

export type Transport = 'air' | 'sea' | 'land'

export const transportLabels = { air: 'by air', sea: 'by sea', land: 'by land' } as const satisfies Record<
  Transport,
  string
>

const transportWords: Record<Transport, RegExp> = {
  air: /\b(air|aircraft|airplane|plane|flight|udara|pesawat)\b/,
  sea: /\b(sea|ship|ferry|boat|vessel|cruise|yacht|laut|kapal)\b/,
  land: /\b(land|car|bus|road|vehicle|darat|mobil|motorcycle|truck)\b/,
}

/** By the mode that the traveller chose, else by the order's type; null where that leaves several ('Air and Sea'). */
export function transportOf(mode: string, type: string): Transport | null {
  for (const text of [mode, type].map(normalizeText)) {
    const named = (['air', 'sea', 'land'] as const).filter((transport) =>
      transportWords[transport].test(text),
    )
    if (named.length === 1) return named[0] ?? null
  }
  return null
}
