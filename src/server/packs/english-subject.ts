import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'
import {
  findMailDefinition,
  InvalidPropsError,
  mailLanguage,
  type MailTemplates,
} from '#server/platform/mail/define-mail.ts'

interface SentMail {
  kind: string
  props: object
  subject: string
}

const translatedProps = z.object({ language: mailLanguage })

/** The English subject of a mail of ours that was sent in another language, from the same props; else null. */
export function englishSubject(
  templates: MailTemplates,
  config: Config,
  { kind, props, subject }: SentMail,
): string | null {
  const { language = 'en' } = translatedProps.safeParse(props).data ?? {}
  const template = findMailDefinition(templates, kind)
  if (!template || language === 'en') return null
  try {
    const english = template.render({ ...props, language: 'en' }, config).subject
    return english === subject ? null : english
  } catch (error) {
    if (error instanceof InvalidPropsError) return null
    throw error
  }
}
