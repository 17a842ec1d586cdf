import type { LanguageCode } from '#contract/rules/languages.ts'
import type { FieldKind } from './rules/order-fields.ts'
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

/** What is the matter with an answer, so that it is not taken. */
export type AnswerFault =
  | 'missing'
  /** What the customer gave before: it is taken when it is sent once more. */
  | 'same'
  | 'date'
  | 'email'
  | 'tooLong'
  | 'noFile'
  | 'fileKind'
  | 'fileTooLarge'
  | 'fileRefused'

/** One field of a question, in the customer's language. */
export interface AskedField {
  /** The name of its input. */
  key: string
  kind: FieldKind | 'file'
  label: string
  hint: string | null
  /** What the customer gave, and the same as the language writes it; '' for nothing. */
  given: string
  givenText: string
  /** In the input: what was posted, else what the customer gave. */
  value: string
  fault: AnswerFault | null
}

/** By when an answer is wanted: as the server knows the customer's time, and for the device to say it in its own. */
export interface DueTexts {
  by: string
  inJakarta: string
  why: string
  /** Null for as soon as possible. `by` has `{moment}` and `{zone}`. */
  device: { at: string; by: string; inJakarta: string } | null
}

/** A question whose customer has given their e-mail. */
export interface OpenedQuestion {
  fields: AskedField[]
  /** Keys of those that are right as they are, if they are sent once more. */
  confirmable: string[]
  text: string
  /** The member's first name. */
  by: string
  /** `YYYY-MM-DD` */
  askedOn: string
  due: DueTexts | null
  /** To which the customer can write. */
  applicationEmail: string
}

/** The texts of the page of a question, in its language. */
export interface AnswerTexts {
  emailHeading: string
  emailLede: string
  next: string
  lede: string
  given: string
  choose: string
  submit: string
  onlyThese: string
  faults: Record<AnswerFault, string>
  chooseAgain: string
  sent: string
  thanks: string
  thanksLede: string
  answered: string
  answeredLede: string
  replaced: string
  replacedLede: string
  overLede: string
}

/** The page on which a customer answers a question. */
export interface QuestionPage {
  texts: AnswerTexts
  /** Null where the link is over. */
  orderId: number | null
  /** `sent`: answered from this browser just now. */
  state: 'closed' | 'open' | 'sent' | 'answered' | 'replaced' | 'over'
  /** Of an open one. */
  opened: OpenedQuestion | null
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
  /** Of the page that takes an answer; null on others. */
  question: QuestionPage | null
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
