import type { LanguageCode } from '#contract/rules/languages.ts'
import type { AccessFileKind } from './rules/privacy.ts'
import type { Site } from './sites.ts'
import type { DownloadRow, VisitorOrder } from './visitor.ts'

/** What a page shows of its site. */
export type Brand = Pick<Site, 'kind' | 'name' | 'links' | 'contact'>

/** As `get-download-history` answers it. */
export interface OpenedOrder {
  order: VisitorOrder
  history: DownloadRow[]
  /** Path of the documents, from the root. */
  path: string
}

/** A form posted without scripts, with its field errors. */
interface PostedForm {
  orderId: string
  email: string
  errors: { orderId?: string; email?: string }
  /** Others have used up the tries: the link can be had by mail. */
  offersLink: boolean
}

/** What can still be fetched by the link to an access file. */
export interface AccessFileState {
  /** The link's last day, `YYYY-MM-DD`. */
  until: string
  fetched: Record<AccessFileKind, boolean>
}

/** The initial data of a visitor's page: rendered by the server and embedded in the page for hydration. */
export interface VisitorPageData {
  address: {
    path: string
    /** Including the question mark, or empty. */
    search: string
  }
  /** Origin of the page, without a trailing slash. */
  origin: string
  language: LanguageCode
  /** The language was guessed, not chosen; an opened order's language takes precedence. */
  isLanguageGuessed: boolean
  /** Null if the page loads it itself. */
  brand: Brand | null
  /** The order of the address; null if the page shows no order or loads it itself. */
  openedOrder: OpenedOrder | null
  /** Loading the order failed. */
  hasLoadFailed: boolean
  /** Of the page that fetches an access file; null on others, and where its link is over. */
  accessFile: AccessFileState | null
  form: PostedForm | null
  /** The server's message about the visitor's last action, in their language. */
  notice: string | null
}

/** The part of Vite's manifest that is used, by source file. */
export type BuildManifest = Readonly<
  Record<string, { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }>
>

/** Renders the visitor's page to HTML; implemented by its own bundle. */
export type RenderVisitorPage = (data: VisitorPageData, manifest: BuildManifest) => Promise<string>
