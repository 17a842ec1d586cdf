import * as z from 'zod/mini'
import { fillText } from '#contract/rules/fill-text.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { answerPath } from '#contract/rules/visitor-addresses.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { siteFor } from '#server/sites/sites.ts'
import { mailTexts } from '#texts/mails.ts'
import { dueText } from './due-text.ts'
import { questionObstacle } from './questions.queries.ts'
import { labelOfField } from './label-of-field.ts'
import { givenText, questionContent } from './question-content.ts'

const questionProps = z.object({
  language: mailLanguage,
  landingDomain: z.string(),
  orderId: z.number(),
  customerName: z.string(),
  /** The link's secret is derived from it when the mail is sent. */
  linkId: z.string(),
  question: questionContent,
  /** The member's first name. */
  by: z.string(),
  /** The last day of the link, `YYYY-MM-DD`. */
  until: z.string(),
  /** Null if the travel date is unknown; see `AnswerDue`, with the instant as text. */
  due: z.nullable(z.object({ at: z.nullable(z.string()), zone: z.nullable(z.string()) })),
})
export type QuestionProps = z.infer<typeof questionProps>

const linesOf = (text: string) => text.split('\n').map((line) => line.trimEnd())

/** Kind `question`, product §12. */
export const questionMail = defineMail('question', questionProps, {
  isForOwner: true,
  obstacle: questionObstacle,
  render({ language = 'en', landingDomain, question, ...props }, config, secretOf) {
    const { fields, given, text } = question
    const site = siteFor(config, landingDomain)
    const texts = mailTexts[language].question
    const due =
      props.due && dueText(language, { ...props.due, at: props.due.at ? new Date(props.due.at) : null })
    return composeMail({
      brand: site.name,
      subject: `${texts.subject} – ${props.orderId}`,
      language,
      name: props.customerName,
      parts: [
        texts.asked,
        {
          facts: fields.map((key): [string, string] => {
            const value = given[key]
            return [
              labelOfField(language, key),
              value ? fillText(texts.given, { value: givenText(language, key, value) }) : texts.missing,
            ]
          }),
        },
        ...(text === ''
          ? []
          : [
              fillText(texts.from, { member: props.by, brand: site.name }),
              { lines: linesOf(text), dir: 'auto' as const },
            ]),
        ...(due ? [[due.by, due.inJakarta, due.why].filter((line) => line !== '').join(' ')] : []),
        {
          label: texts.button,
          url: config.publicUrl + answerPath(secretOf(props.linkId)),
        },
        fillText(texts.once, { date: localizedDate(language, props.until) }),
        texts.needed,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
  },
  sample: {
    landingDomain: 'arrival.example',
    orderId: 2000001,
    customerName: 'Siti Nurhaliza',
    linkId: 'not-a-real-link',
    question: {
      fields: ['arrival_passport_number', 'arrival_flight_number', 'passport_page'],
      given: { arrival_passport_number: 'C488I027', arrival_flight_number: 'VN 64I' },
      text: 'Both look unusual.',
    },
    by: 'Ayu',
    until: '2026-12-04',
    due: { at: '2026-11-21T05:00:00Z', zone: 'Asia/Saigon' },
  },
})
