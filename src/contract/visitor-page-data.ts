import type { LanguageCode } from '#contract/rules/languages.ts'
import type { FieldKind } from './rules/order-fields.ts'
import type { AccessFileKind } from './rules/privacy.ts'
import type { Site } from './sites.ts'
import type { DownloadRow, VisitorOrder } from './visitor.ts'

export type Brand = Pick<Site, 'kind' | 'name' | 'links' | 'contact'>

/** The reply of `get-download-history`. */
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
  /** The tries are used up: the link is offered by mail. */
  offersLink: boolean
}

/** Files that the link to an access file still offers. */
export interface AccessFileState {
  /** The link's last day, `YYYY-MM-DD`. */
  until: string
  fetched: Record<AccessFileKind, boolean>
}

/** Reasons why an answer is refused. */
export type AnswerFault =
  | 'missing'
  /** The same value as before: accepted when sent again. */
  | 'same'
  | 'date'
  /** A travel day; the field has the one that may be meant. */
  | 'notMeant'
  | 'email'
  | 'tooLong'
  | 'noFile'
  | 'fileKind'
  | 'fileEmpty'
  /** Or damaged. */
  | 'fileCutOff'
  /** It needs a password, or a program that not every device has. */
  | 'fileLocked'
  | 'fileHeic'
  | 'fileTooLarge'
  | 'fileRefused'

/** One field of a question, in the customer's language. */
export interface AskedField {
  key: string
  kind: FieldKind | 'file'
  label: string
  hint: string | null
  /** The customer's value, and its form in the language; '' if none. */
  given: string
  givenText: string
  /** Content of the input: the posted value, else the customer's. */
  value: string
  fault: AnswerFault | null
  /** Text of the day that may be meant; '' if none. */
  meant: string
}

/** Due time of the answer: in the time zone that the server knows, and as an instant for the device's own. */
export interface DueTexts {
  by: string
  inJakarta: string
  why: string
  /** Null for as soon as possible. `by` has `{moment}` and `{zone}`. */
  device: { at: string; by: string; inJakarta: string } | null
}

/** A question after the customer gave their e-mail. */
export interface OpenedQuestion {
  fields: AskedField[]
  /** Keys of fields whose unchanged value is accepted when sent again. */
  confirmable: string[]
  text: string
  by: string
  /** `YYYY-MM-DD` */
  askedOn: string
  due: DueTexts | null
  /** Address for the customer's mails. */
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
  /** Null if the link has expired. */
  orderId: number | null
  /** `sent`: just answered in this browser. */
  state: 'closed' | 'open' | 'sent' | 'answered' | 'replaced' | 'over'
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
  /** Null if the page loads the order itself. */
  brand: Brand | null
  /** The order of the address; null if the page shows no order or loads it itself. */
  openedOrder: OpenedOrder | null
  /** Loading the order failed. */
  hasLoadFailed: boolean
  /** For the page of an access file; null on others, and if the link has expired. */
  accessFile: AccessFileState | null
  /** For the page of an answer; null on others. */
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
