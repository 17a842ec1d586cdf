import { useTexts } from '../localization.ts'
import css from './order.module.css'

/** Grey bars in the places of what comes, so that nothing moves when it is there. */
export function OrderSkeleton() {
  const texts = useTexts().order
  return (
    <div className={css.page}>
      <title>{texts.title}</title>
      <output className={css.words}>{texts.loading}</output>
      <div className={css.waitingWord} />
      <div className={css.waitingHeading} />
      <div className={css.lede} />
      <div className={css.button} />
    </div>
  )
}
