import type { RawBuilder } from 'kysely'
import type { ReactElement } from 'react'
import * as z from 'zod/mini'
import { languageCodes } from '#contract/rules/languages.ts'
import type { Config } from '#server/config.ts'
import type { Work } from '../work.ts'
import { hiddenSecret, type LinkSecret } from './link-secret.ts'
import type { MailRow } from './mail-rows.ts'

interface MailAttachment {
  fileName: string
  contentType: string
  /** Called at each attempt; the same bytes each time. */
  bytes: () => Promise<Buffer>
}

/** `body` is the whole `html` element; `text` has the same content. */
export interface MailContent {
  fromName: string
  subject: string
  body: ReactElement
  text: string
  /** Further headers, such as `In-Reply-To`. */
  headers?: Readonly<Record<string, string>>
  attachments?: readonly MailAttachment[]
}

/** A kind of mail, rendered from its props when it is queued, shown and sent. */
export interface MailDefinition<Props extends object = object> {
  kind: string
  sample: Props
  /** Reads stored props of any age. Throws `InvalidPropsError`. */
  parse: (props: unknown) => Props
  /** Without `secretOf`, the secrets of links are hidden. Throws `InvalidPropsError`. */
  render: (props: unknown, config: Config, secretOf?: LinkSecret) => MailContent
  /** Its reader may act as the customer: it is sent only to the order's own addresses. */
  isForOwner?: boolean | undefined
  /** Over a row of `mails` and its order `o`: the displayed reason why it must not be sent; null where it may. */
  obstacle?: RawBuilder<string | null> | undefined
  renew?: ((work: RenewWork, mail: MailRow) => Promise<Props | null>) | undefined
}

type RenewWork = Pick<Work, 'tx' | 'seal' | 'config'>

export type MailTemplates = readonly MailDefinition[]

/** Stored props do not fit the mail's kind. A retry would not help. */
export class InvalidPropsError extends Error {}

/** The language of a mail to a customer; absent where the order has none. */
export const mailLanguage = z.optional(z.enum(languageCodes))

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
