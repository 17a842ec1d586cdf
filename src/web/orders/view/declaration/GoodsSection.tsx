import type { OrderDetails } from '#contract/order-details.ts'
import { goodsKeys } from '#contract/rules/goods.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { CorrectButton } from '#web/corrections/CorrectButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import {
  declaredCount,
  filledColumns,
  goodsQuestions,
  type GoodsDeclaration,
  type GoodsQuestion,
} from './goods-answers.ts'
import { toneOf } from '#web/preflight/findings.ts'
import { SmallTable } from '#web/ui/SmallTable.tsx'
import css from './declaration.module.css'

export function GoodsSection({ order }: { order: OrderDetails }) {
  const declarations = order.importingGoods
  const correct = <CorrectButton order={order} section="goods" />
  if (declarations.length === 0) {
    return (
      <Card title="Importing Goods" end={correct}>
        <EmptyState kind="list" />
      </Card>
    )
  }
  return (
    <Card
      title="Importing Goods"
      count={`${declaredCount(declarations)} of ${goodsKeys.length} declared`}
      end={correct}
    >
      {[...declarations.entries()].map(([index, declaration]) => (
        <div key={index}>
          {declarations.length > 1 && (
            <h3 className={`muted tiny strong ${css.heading}`}>Declaration {index + 1}</h3>
          )}
          <Questions
            declaration={declaration}
            toneOf={(key) => toneOf(order, `importingGoods.${index}.${key}`)}
          />
        </div>
      ))}
    </Card>
  )
}

const isPlainNo = ({ answer, lines }: GoodsQuestion) => answer === 'No' && lines.length === 0

interface QuestionsProps {
  declaration: GoodsDeclaration
  /** Marks the answer to a question with a finding. */
  toneOf: (key: string) => 'red' | 'amber' | undefined
}

/** Answers with their goods; plain No answers share one line. */
function Questions({ declaration, toneOf: toneOfAnswer }: QuestionsProps) {
  const questions = goodsQuestions(declaration)
  const nos = questions.filter(isPlainNo).map(({ label }) => label)
  return (
    <ul>
      {questions
        .filter((question) => !isPlainNo(question))
        .map(({ key, label, answer, lines }) => (
          <li
            key={key}
            className={`stack gap-10 small tight ruled ${css.question}`}
            data-answer={answer || undefined}
          >
            <span>{label}</span>
            <b className={`faint ${css.answer}`} data-tone={toneOfAnswer(key)}>
              {orMissingText(answer)}
            </b>
            {lines.length > 0 && (
              <div className={css.lines}>
                <SmallTable label={label} columns={filledColumns(lines)} rows={lines} />
              </div>
            )}
          </li>
        ))}
      {nos.length > 0 && (
        <li className={`stack gap-10 small tight ruled ${css.question}`} data-answer="No">
          <span>
            {nos.join('; ')}
            {nos.length > 1 && ` (${nos.length})`}
          </span>
          <b className={`faint ${css.answer}`}>No</b>
        </li>
      )}
    </ul>
  )
}
