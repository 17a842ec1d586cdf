import * as z from 'zod/mini'
import { fillText } from '#contract/rules/fill-text.ts'
import { requestStates, requestSubjects } from '#contract/rules/customer-requests.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { siteFor } from '#server/sites/sites.ts'
import { mailTexts } from '#texts/mails.ts'
import { requestObstacle } from './request-obstacle.queries.ts'

const requestProps = z.object({
  language: mailLanguage,
  orderId: z.number(),
  customerName: z.string(),
  landingDomain: z.string(),
  about: z.enum(requestSubjects),
  state: z.enum(requestStates),
  /** The customer's words. */
  text: z.string(),
  /** The member's words. */
  answer: z.string(),
  /** `YYYY-MM-DD`; null unless the money is promised back. */
  refundBy: z.nullable(z.string()),
})

const linesOf = (text: string) => text.split('\n').map((line) => line.trimEnd())
const words = (text: string) => (text === '' ? [] : [{ lines: linesOf(text), dir: 'auto' as const }])

/** Kind `request`, product §14: what the customer asked, and what became of it. */
export const requestMail = defineMail('request', requestProps, {
  obstacle: requestObstacle,
  render({ language = 'en', orderId, customerName, landingDomain, ...props }, config) {
    const site = siteFor(config, landingDomain)
    const texts = mailTexts[language].request
    const { about, state, text, answer, refundBy } = props
    return composeMail({
      brand: site.name,
      subject: `${texts.subjects[state]} – ${orderId}`,
      language,
      name: customerName,
      parts: [
        fillText(texts.news[state], { orderId }),
        ...words(answer),
        ...(refundBy ? [fillText(texts.money, { date: localizedDate(language, refundBy) })] : []),
        { facts: [[texts.asked, texts.about[about]]] },
        ...words(text),
        texts.questions,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
  },
  sample: {
    orderId: 2000001,
    customerName: 'Siti Nurhaliza',
    landingDomain: 'arrival.example',
    about: 'stop',
    state: 'stopped',
    text: 'We do not travel any more.',
    answer: '',
    refundBy: '2026-12-04',
  },
})
