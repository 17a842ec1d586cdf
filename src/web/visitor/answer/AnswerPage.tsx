import type { QuestionPage, VisitorPageData } from '#contract/visitor-page-data.ts'
import { useBrand } from '../brand.ts'
import { Heading } from '../Heading.tsx'
import { Help } from '../Help.tsx'
import { Icon } from '../Icon.tsx'
import css from '../page.module.css'
import { PersonalText } from '../PersonalText.tsx'
import { useTexts } from '../texts/languages.ts'
import { useNoticeToast } from '../use-notice-toast.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { EmailForm } from './EmailForm.tsx'

const nothing: QuestionPage = { orderId: null, state: 'over', opened: null }

/** Where a customer answers what was asked (product §12). Its forms are a browser's own, scripts or not. */
export function AnswerPage({ initialData }: { initialData: VisitorPageData | null }) {
  const texts = useTexts()
  const brand = useBrand()
  const question = initialData?.question ?? nothing
  const { opened, orderId, state } = question
  const isKnown = opened !== null || state === 'sent'
  useNoticeToast(initialData)
  return (
    <>
      <div>
        {opened && <AnswerForm question={opened} notice={initialData?.notice ?? null} />}
        {state === 'closed' && orderId !== null && (
          <EmailForm
            orderId={orderId}
            form={initialData?.form ?? null}
            notice={initialData?.notice ?? null}
          />
        )}
        {state !== 'open' && state !== 'closed' && <Ending state={state} />}
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

/** What became of a question that takes no answer any more. */
function Ending({ state }: { state: Exclude<QuestionPage['state'], 'open' | 'closed'> }) {
  const { answer, accessFile, order } = useTexts()
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
