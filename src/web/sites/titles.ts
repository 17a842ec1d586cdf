export interface Titles {
  /** The initial title of the document. */
  title: string
  name: string
  tagline: string
}

const dash = ' – '

export function splitTitle(title: string, name: string): Titles {
  const prefix = name + dash
  return { title, name, tagline: title.startsWith(prefix) ? title.slice(prefix.length) : title }
}

/** The server writes the configured titles into the page (product §10). */
const documentTitles = (): Titles =>
  splitTitle(
    document.title,
    document.querySelector('meta[name="application-name"]')?.getAttribute('content') ?? '',
  )

/** Read once, since screens change the document's title. */
export const titles: Titles = typeof document === 'undefined' ? splitTitle('', '') : documentTitles()
