import type { VisitorOrder } from '#contract/visitor.ts'
import { Icon } from '../Icon.tsx'
import { Heading } from '../Heading.tsx'
import { SentenceWithPersonalText } from '../PersonalText.tsx'
import page from '../page.module.css'
import { useTexts, type Texts } from '../localization.ts'
import css from './order.module.css'

type DisplayStage = keyof Texts['order']['situations']

const displayStageOf = ({ stage, documents }: VisitorOrder): DisplayStage =>
  stage === 'ready' && documents.length === 0 ? 'approved' : stage

const stageIcons = {
  received: { tone: 'wait', icon: 'clock' },
  preparing: { tone: 'wait', icon: 'clock' },
  answer: { tone: 'wait', icon: 'alert' },
  customs: { tone: 'wait', icon: 'clock' },
  correcting: { tone: 'wait', icon: 'clock' },
  approved: { tone: 'good', icon: 'ok' },
  ready: { tone: 'good', icon: 'ok' },
  closed: { tone: 'plain', icon: 'ok' },
} as const satisfies Record<DisplayStage, { tone: string; icon: string }>

/** The stage as a word, a heading and a sentence. */
export function StageHeading({ order }: { order: VisitorOrder }) {
  const { situations } = useTexts().order
  const stage = displayStageOf(order)
  const { tone, icon } = stageIcons[stage]
  const { word, heading, lede } = situations[stage]
  const isReadyToLeave = stage === 'ready' && order.order_type === 'Departure'
  return (
    <div aria-live="polite">
      <div key={stage}>
        <p className={css.word} data-tone={tone}>
          <Icon name={icon} size={22} />
          <span>{word}</span>
        </p>
        <Heading title={heading}>{heading}</Heading>
        <p className={page.lede}>
          <SentenceWithPersonalText sentence={isReadyToLeave ? situations.ready.departureLede : lede}>
            {order.email}
          </SentenceWithPersonalText>
        </p>
      </div>
    </div>
  )
}
