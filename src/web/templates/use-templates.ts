import { listTemplates, type Template } from '#contract/templates.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** The own templates and those of all. Fetched once, then when one is changed here. */
export const useTemplates = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useRead(listTemplates, {}, { staleTime: Infinity, showsFailureInline: true, enabled })

/** Those whose name or English text has every word that is typed. */
export function matchingTemplates(templates: readonly Template[], typed: string): Template[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return templates.filter(({ name, texts }) => {
    const searched = `${name}\n${texts.en}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
