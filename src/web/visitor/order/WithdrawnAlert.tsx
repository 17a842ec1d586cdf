import { ErrorAlert } from '../ErrorAlert.tsx'
import { SentenceWithPersonalText } from '../PersonalText.tsx'
import { useTexts } from '../localization.ts'
import css from './order.module.css'

/** Why a document could not be downloaded, where the heading of the page says something else. */
export function WithdrawnAlert({ email }: { email: string }) {
  const { heading, lede } = useTexts().order.situations.correcting
  return (
    <ErrorAlert>
      <strong className={css.withdrawnHeading}>{heading}</strong>
      <SentenceWithPersonalText sentence={lede}>{email}</SentenceWithPersonalText>
    </ErrorAlert>
  )
}
