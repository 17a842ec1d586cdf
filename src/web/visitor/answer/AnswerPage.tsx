import type { AnswerTexts, QuestionPage, VisitorPageData } from '#contract/visitor-page-data.ts'
import { useBrand } from '../brand.ts'
import { Heading } from '../Heading.tsx'
import { Help } from '../Help.tsx'
import { Icon } from '../Icon.tsx'
import css from '../page.module.css'
import { PersonalText } from '../PersonalText.tsx'
import { useTexts } from '../localization.ts'
import { useNoticeToast } from '../use-notice-toast.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { EmailForm } from './EmailForm.tsx'

/** Where a customer answers what was asked (product §12). Its forms are a browser's own, scripts or not. */
export function AnswerPage({ initialData }: { initialData: VisitorPageData | null }) {
  const texts = useTexts()
  const brand = useBrand()
  useNoticeToast(initialData)
  const question = initialData?.question
  // Without a server, as in development, there is no question.
  if (!question) return null
  const { opened, orderId, state, texts: answer } = question
  const isKnown = opened !== null || state === 'sent'
  return (
    <>
      <div>
        {opened && <AnswerForm texts={answer} question={opened} notice={initialData?.notice ?? null} />}
        {state === 'closed' && orderId !== null && (
          <EmailForm texts={answer} form={initialData?.form ?? null} notice={initialData?.notice ?? null} />
        )}
        {state !== 'open' && state !== 'closed' && <Ending texts={answer} state={state} />}
      </div>
      <aside className={css.aside}>
        {isKnown && (
          <>
            <h2>{texts.order.factsHeading}</h2>
            <p>
              <PersonalText>{String(orderId)}</PersonalText>
            </p>
          </>
        )}
        <Help email={opened?.applicationEmail ?? brand?.contact.email}>{texts.help.write}</Help>
      </aside>
    </>
  )
}

interface EndingProps {
  texts: AnswerTexts
  state: Exclude<QuestionPage['state'], 'open' | 'closed'>
}

/** What became of a question that takes no answer any more. */
function Ending({ texts: answer, state }: EndingProps) {
  const { accessFile, order } = useTexts()
  const endings = {
    sent: { heading: answer.thanks, lede: answer.thanksLede },
    answered: { heading: answer.answered, lede: answer.answeredLede },
    replaced: { heading: answer.replaced, lede: answer.replacedLede },
    over: { heading: accessFile.over, lede: answer.overLede },
  }
  const { heading, lede } = endings[state]
  return (
    <>
      {state === 'sent' && (
        <p className={css.good}>
          <Icon name="ok" size={22} />
          {answer.sent}
        </p>
      )}
      <Heading title={order.situations.answer.heading}>{heading}</Heading>
      <p className={css.lede}>{lede}</p>
    </>
  )
}
