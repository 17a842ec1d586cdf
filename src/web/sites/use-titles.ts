import { productTitles } from '#contract/sites.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

export interface Titles {
  /** The document's title: the product's title text. */
  title: string
  /** The product's name; the tagline is the rest of the title. */
  name: string
  tagline: string
}

const dash = ' – '

/** Splits `Pabean – Customs Declaration Desk` into name and tagline; a title without the name is all tagline. */
export function splitTitle(title: string, name: string): Titles {
  const prefix = name + dash
  return { title, name, tagline: title.startsWith(prefix) ? title.slice(prefix.length) : title }
}

const initialTitle = typeof document === 'undefined' ? '' : document.title
const [initialName = ''] = initialTitle.split(dash)

/** The configured titles (product §10); while loading, those of the HTML page. */
export function useTitles(): Titles {
  const { data } = useRead(productTitles, {}, { staleTime: Infinity, showsFailureInline: true })
  return data ? splitTitle(data.data.title, data.data.shortTitle) : splitTitle(initialTitle, initialName)
}
