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

/** The configured titles (product §10), which the server writes into the page. */
const documentTitles = (): Titles =>
  splitTitle(
    document.title,
    document.querySelector('meta[name="application-name"]')?.getAttribute('content') ?? '',
  )

/** As the page began: its screens change the document's title. */
export const titles: Titles = typeof document === 'undefined' ? splitTitle('', '') : documentTitles()
