import { listTemplates, type Template } from '#contract/templates.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** The member's own and the shared templates. Fetched once, then after a change on this page. */
export const useTemplates = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useRead(listTemplates, {}, { staleTime: Infinity, showsFailureInline: true, enabled })

/** Templates whose name or English text contains every typed word. */
export function matchingTemplates(templates: readonly Template[], typed: string): Template[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return templates.filter(({ name, texts }) => {
    const searched = `${name}\n${texts.en}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
