import type { RawBuilder } from 'kysely'
import type { ReactElement } from 'react'
import * as z from 'zod/mini'
import { languageCodes } from '#contract/rules/languages.ts'
import type { Config } from '#server/config.ts'
import type { Work } from '../work.ts'
import { hiddenSecret, type LinkSecret } from './link-secret.ts'
import type { MailRow } from './mail-rows.ts'

/** A file that is attached to a mail. */
interface MailAttachment {
  fileName: string
  contentType: string
  /** Made when the mail is sent; the same each time. */
  bytes: () => Promise<Buffer>
}

/** What one mail says. `body` is the whole `html` element; `text` says the same without it. */
export interface MailContent {
  /** The name beside the sender's address. */
  fromName: string
  subject: string
  body: ReactElement
  text: string
  /** Further ones, as `In-Reply-To`. */
  headers?: Readonly<Record<string, string>>
  attachments?: readonly MailAttachment[]
}

/** One kind of mail. It is rendered from its props when it is queued, shown and sent. */
export interface MailDefinition<Props extends object = object> {
  /** As `mails.kind` keeps it. */
  kind: string
  /** Sample props for the preview during development. */
  sample: Props
  /** The props of a row, written perhaps years ago; throws `InvalidPropsError`. */
  parse: (props: unknown) => Props
  /** What it says with the props of a row; without `secretOf`, secrets of links are hidden. Throws `InvalidPropsError`. */
  render: (props: unknown, config: Config, secretOf?: LinkSecret) => MailContent
  /** Whoever has it may act as the customer: it is sent to the order's own addresses alone. */
  isForOwner?: boolean | undefined
  /** Over a row of `mails` and its order `o`: why it may not leave any more, in words; null where it may. */
  obstacle?: RawBuilder<string | null> | undefined
  /** Its props as they are to be now, before it leaves; null where they stay. */
  renew?: ((work: RenewWork, mail: MailRow) => Promise<Props | null>) | undefined
}

type RenewWork = Pick<Work, 'tx' | 'seal' | 'config'>

/** Every kind of mail; put together where all features are known. */
export type MailTemplates = readonly MailDefinition[]

/** Stored props do not fit the mail's kind, or do not any more; a retry would not help. */
export class InvalidPropsError extends Error {}

/** The language of a mail to a customer; absent where the order names none. */
export const mailLanguage = z.optional(z.enum(languageCodes))

/** Defines a kind of mail: the schema of its props, which are stored as JSON, and how it is rendered. */
export function defineMail<Props extends object>(
  kind: string,
  propsSchema: z.ZodMiniType<Props>,
  {
    render,
    ...rest
  }: Pick<MailDefinition<NoInfer<Props>>, 'sample' | 'isForOwner' | 'obstacle' | 'renew'> & {
    render: (props: Props, config: Config, secretOf: LinkSecret) => MailContent
  },
): MailDefinition<Props> {
  function parse(props: unknown): Props {
    const parsed = propsSchema.safeParse(props)
    if (parsed.success) return parsed.data
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new InvalidPropsError(
      `What was kept for this mail does not fit a mail of kind ${kind} (${issues.join('; ')}).`,
    )
  }
  return {
    ...rest,
    kind,
    parse,
    render: (props, config, secretOf = hiddenSecret) => render(parse(props), config, secretOf),
  }
}

export const findMailDefinition = (templates: MailTemplates, kind: string): MailDefinition | undefined =>
  templates.find((template) => template.kind === kind)
