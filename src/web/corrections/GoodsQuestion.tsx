import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { goodsLabels, type GoodsAnswer, type GoodsKey } from '#contract/rules/goods.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { focusAfter } from './focus-after.ts'
import { emptyLine, lineFields } from './goods-fields.ts'
import css from './corrections.module.css'
import type { CorrectionFormApi } from './use-correction.ts'

interface GoodsQuestionProps {
  form: CorrectionFormApi
  /** Index of the declaration in the order. */
  declaration: number
  question: GoodsKey
}

const answerOptions = ['Yes', 'No'] as const

export function GoodsQuestion({ form, declaration, question }: GoodsQuestionProps) {
  const path = `importingGoods.${declaration}` as const
  const goodsDeclaration = form.values.importingGoods[declaration]
  if (!goodsDeclaration) return null
  const label = goodsLabels[question]
  const lines = [...goodsDeclaration.details.entries()].filter(([, { group }]) => group === question)

  const add = () =>
    focusAfter(
      () => form.insertListItem(`${path}.details`, emptyLine(question)),
      `[data-path="${path}.details.${goodsDeclaration.details.length}.${lineFields[0].key}"]`,
    )
  const remove = (index: number) =>
    focusAfter(() => form.removeListItem(`${path}.details`, index), `[data-add="${path}.${question}"]`)
  return (
    <div className={`stack small tight ruled ${css.question}`}>
      <span>{label}</span>
      <SegmentedControl<GoodsAnswer>
        aria-label={label}
        size="xs"
        data={[...answerOptions]}
        value={goodsDeclaration[question]}
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
      {lines.map(([index], position) => (
        <fieldset
          key={index}
          className={`stack gap-8 shrinkable ${css.line}`}
          aria-label={`${label}, line ${position + 1}`}
        >
          <div className={css.lineFields}>
            {lineFields.map(({ key, label: fieldLabel, ...kind }) => {
              const props = form.getInputProps(`${path}.details.${index}.${key}`)
              return 'isDate' in kind ? (
                <DateField key={key} label={fieldLabel} {...props} />
              ) : (
                <TextInput key={key} label={fieldLabel} autoComplete="off" dir="auto" {...props} />
              )
            })}
          </div>
          <IconButton
            icon="trash"
            label={`Remove line ${position + 1}: ${label}`}
            onClick={() => remove(index)}
          />
        </fieldset>
      ))}
    </div>
  )
}
