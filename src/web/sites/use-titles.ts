import { productTitles } from '#contract/sites.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

export interface Titles {
  /** The document's title: the product's title text. */
  title: string
  /** The product's name, and what stands beside it: the title's rest. */
  name: string
  tagline: string
}

const dash = ' – '

/** `Pabean – Customs Declaration Desk` in its two parts; a title that does not begin with the name is the tagline. */
export function splitTitle(title: string, name: string): Titles {
  const prefix = name + dash
  return { title, name, tagline: title.startsWith(prefix) ? title.slice(prefix.length) : title }
}

const initialTitle = typeof document === 'undefined' ? '' : document.title
const [initialName = ''] = initialTitle.split(dash)

/** The titles that this installation is set to (product §10); until they are here, those that the page was written with. */
export function useTitles(): Titles {
  const { data } = useRead(productTitles, {}, { staleTime: Infinity, showsFailureInline: true })
  return data ? splitTitle(data.data.title, data.data.shortTitle) : splitTitle(initialTitle, initialName)
}
