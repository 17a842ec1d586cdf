import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { goodsLabels, type GoodsAnswer, type GoodsKey } from '#contract/rules/goods.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { focusAfter } from './focus-after.ts'
import { emptyLine, lineFields } from './goods-fields.ts'
import css from './Inputs.module.css'
import type { CorrectionForm } from './use-correction.ts'

interface GoodsQuestionProps {
  form: CorrectionForm
  /** Which of the order's declarations, from 0. */
  declaration: number
  question: GoodsKey
}

const answers = ['Yes', 'No'] as const

/** One of the eight questions: its answer, and the goods declared under it. */
export function GoodsQuestion({ form, declaration, question }: GoodsQuestionProps) {
  const path = `importingGoods.${declaration}` as const
  const given = form.values.importingGoods[declaration]
  if (!given) return null
  const label = goodsLabels[question]
  const lines = [...given.details.entries()].filter(([, { group }]) => group === question)

  const add = () =>
    focusAfter(
      () => form.insertListItem(`${path}.details`, emptyLine(question)),
      `[data-path="${path}.details.${given.details.length}.${lineFields[0].key}"]`,
    )
  const remove = (index: number) =>
    focusAfter(() => form.removeListItem(`${path}.details`, index), `[data-add="${path}.${question}"]`)
  return (
    <div className={css.question}>
      <span>{label}</span>
      <SegmentedControl<GoodsAnswer>
        aria-label={label}
        size="xs"
        data={[...answers]}
        value={given[question]}
        onChange={(answer) => form.setFieldValue(`${path}.${question}`, answer)}
      />
      <Button
        variant="subtle"
        size="xs"
        data-add={`${path}.${question}`}
        aria-label={`Add goods: ${label}`}
        onClick={add}
      >
        Add goods
      </Button>
      {lines.map(([index], place) => (
        <fieldset key={index} className={css.line} aria-label={`${label}, line ${place + 1}`}>
          <div className={css.lineFields}>
            {lineFields.map(({ key, label: word }) => (
              <TextInput
                key={key}
                label={word}
                autoComplete="off"
                dir="auto"
                {...form.getInputProps(`${path}.details.${index}.${key}`)}
              />
            ))}
          </div>
          <IconButton
            icon="trash"
            label={`Remove line ${place + 1}: ${label}`}
            onClick={() => remove(index)}
          />
        </fieldset>
      ))}
    </div>
  )
}
