import { fillText } from '#contract/rules/fill-text.ts'
import type { VisitorStep } from '#contract/visitor.ts'
import { Icon } from '../Icon.tsx'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { useLanguage, useTexts } from '../localization.ts'
import { useIsHydrated } from '../use-is-hydrated.ts'
import { estDay, localDay } from './format.ts'
import css from './order.module.css'

interface ProgressStepsProps {
  steps: VisitorStep[]
  travelDate: string | null
}

/** How far the order is, with its days as far as they are known. */
export function ProgressSteps({ steps, travelDate }: ProgressStepsProps) {
  const texts = useTexts().order
  const language = useLanguage()
  const dayOf = useIsHydrated() ? localDay : estDay
  const dateText = ({ key, state, at }: VisitorStep) => {
    if (at)
      return state === 'now' ? fillText(texts.since, { date: dayOf(language, at) }) : dayOf(language, at)
    const isAhead = key === 'ready' && state === 'todo' && travelDate
    return isAhead ? fillText(texts.before, { date: localizedDate(language, travelDate) }) : null
  }
  return (
    <ol className={css.steps}>
      {steps.map((step) => (
        <li key={step.key} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span className={css.mark}>{step.state === 'done' && <Icon name="tick" size={14} />}</span>
          <span className={css.name}>{texts.steps[step.key]}</span>
          <small className={css.date}>
            {/* Server and browser need not know the same names of months. */}
            <bdi suppressHydrationWarning>{dateText(step)}</bdi>
          </small>
        </li>
      ))}
    </ol>
  )
}
