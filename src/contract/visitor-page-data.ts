import type { LanguageCode } from '#contract/rules/languages.ts'
import type { Site } from './sites.ts'
import type { DownloadRow, VisitorOrder } from './visitor.ts'

/** What a page shows of its site. */
export type Brand = Pick<Site, 'kind' | 'name' | 'links' | 'contact'>

/** As `get-download-history` answers it. */
export interface OpenedOrder {
  order: VisitorOrder
  history: DownloadRow[]
  /** Where the documents are, from the root. */
  path: string
}

/** What was posted without scripts, and which of its fields are wrong. */
interface PostedForm {
  orderId: string
  email: string
  errors: { orderId?: string; email?: string }
}

/** What a visitor's page begins with: the server renders it, and its scripts find it in the page. */
export interface VisitorPageData {
  address: {
    path: string
    /** With its question mark, or empty. */
    search: string
  }
  /** Of the page's own address, without a slash at its end. */
  origin: string
  language: LanguageCode
  /** Nobody chose the language: that of an opened order comes before it. */
  isLanguageGuessed: boolean
  /** Null where the page finds it out by itself. */
  brand: Brand | null
  /** The order of the address; null where the page is none of an order, or loads it by itself. */
  openedOrder: OpenedOrder | null
  /** The order could not be looked up. */
  hasLoadFailed: boolean
  form: PostedForm | null
  /** What the server says to what the visitor did; already in their language. */
  notice: string | null
}

/** Of Vite's manifest, by source. */
export type BuildManifest = Readonly<
  Record<string, { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }>
>

/** The visitor's page as HTML, made by its own bundle. */
export type RenderVisitorPage = (data: VisitorPageData, manifest: BuildManifest) => Promise<string>
