import { Button } from '@mantine/core'
import { goodsKeys } from '#contract/rules/goods.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { focusAfter } from './focus-after.ts'
import { emptyDeclaration } from './goods-fields.ts'
import { GoodsQuestion } from './GoodsQuestion.tsx'
import css from './corrections.module.css'
import type { CorrectionFormApi } from './use-correction.ts'

/** Inputs for an order's goods declarations: eight answers each, with the declared goods. */
export function GoodsInputs({ form }: { form: CorrectionFormApi }) {
  const declarations = form.values.importingGoods

  const add = () =>
    focusAfter(
      () => form.insertListItem('importingGoods', emptyDeclaration),
      `[data-declaration="${declarations.length}"] input`,
    )
  const remove = (index: number) =>
    focusAfter(() => form.removeListItem('importingGoods', index), '[data-add="declaration"]')
  return (
    <>
      {[...declarations.keys()].map((index) => (
        <fieldset
          key={index}
          className={css.group}
          aria-label={`Declaration ${index + 1}`}
          data-declaration={index}
        >
          <h3 className={css.heading}>Declaration {index + 1}</h3>
          {goodsKeys.map((key) => (
            <GoodsQuestion key={key} form={form} declaration={index} question={key} />
          ))}
          {/* Last, so that the focus begins in a field. */}
          <IconButton
            icon="trash"
            label={`Remove declaration ${index + 1}`}
            className={css.remove}
            onClick={() => remove(index)}
          />
        </fieldset>
      ))}
      <Button data-add="declaration" size="xs" leftSection={<Icon name="file" />} onClick={add}>
        Add declaration
      </Button>
    </>
  )
}
