import { Button, TextInput, Textarea } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { goodsKeys } from '#contract/rules/goods.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { FieldGroup, FieldKind, OrderField } from '#contract/rules/order-fields.ts'
import type { DateKind } from '#web/lib/typed-date.ts'
import { DateField } from '#web/ui/DateField.tsx'
import css from './corrections.module.css'
import { fieldGroups } from './fields.ts'
import { useCorrection, type CorrectionFormApi } from './use-correction.ts'
import type { CorrectionSection } from './values.ts'
import { focusAfter } from './focus-after.ts'
import { emptyDeclaration } from './goods-fields.ts'
import { GoodsQuestion } from './GoodsQuestion.tsx'
import { familyFields, emptyFamilyMember } from './family-fields.ts'
import { MeanwhileChanges } from './MeanwhileChanges.tsx'

export const correctionTitles: Record<CorrectionSection, string> = {
  information: 'Correct Order Information',
  arrival: 'Correct Arrival',
  departure: 'Correct Departure',
  family: 'Correct Family Information',
  goods: 'Correct Importing Goods',
}

interface CorrectionDialogProps {
  order: OrderDetails
  section: CorrectionSection
  /** The field to focus, or its path within a list; else the first. */
  focusOn?: string | undefined
  opened: boolean
  onClose: () => void
}

export function CorrectionDialog({ order, section, focusOn, opened, onClose }: CorrectionDialogProps) {
  const [isDirty, setIsDirty] = useState(false)
  const close = () => {
    setIsDirty(false)
    onClose()
  }
  return (
    <Dialog title={correctionTitles[section]} size="wide" opened={opened} onClose={close} isDirty={isDirty}>
      <CorrectionForm
        order={order}
        section={section}
        focusOn={focusOn}
        onDirtyChange={setIsDirty}
        onClose={close}
      />
    </Dialog>
  )
}

const inputOf = (form: HTMLElement | null, field: string) =>
  [`[data-path="fields.${field}"]`, `[data-path="${field}"]`, `[data-add="${field}"]`, '[data-add="member"]']
    .map((selector) => form?.querySelector(selector))
    .find((element) => element)

interface CorrectionFormProps {
  order: OrderDetails
  section: CorrectionSection
  focusOn: string | undefined
  onDirtyChange: (isDirty: boolean) => void
  onClose: () => void
}

/** Mounted only while the dialog is open, so that it starts with the stored values. */
function CorrectionForm({ order, section, focusOn, onDirtyChange, onClose }: CorrectionFormProps) {
  const { element, form, onSubmit, busy, merged } = useCorrection(order, section, (message) => {
    onClose()
    showToast({ tone: 'good', title: message })
  })
  // A layout effect runs before the dialog looks for `data-autofocus`.
  useLayoutEffect(() => {
    if (focusOn !== undefined) inputOf(element.current, focusOn)?.setAttribute('data-autofocus', '')
  }, [element, focusOn])
  // A layout effect, since a click outside may follow the first letter at once.
  useLayoutEffect(() => onDirtyChange(merged.isDirty), [merged.isDirty, onDirtyChange])

  return (
    <form ref={element} onSubmit={(event) => void onSubmit(event)} noValidate>
      <MeanwhileChanges form={merged} />
      {/* What is chosen above is merged with what stands here. */}
      <div inert={merged.isUndecided}>
        {section === 'family' ? (
          <FamilyInputs form={form} />
        ) : section === 'goods' ? (
          <GoodsInputs form={form} />
        ) : (
          <FieldInputs form={form} groups={fieldGroups(order, section)} />
        )}
      </div>
      <div className={`flex wrap gap-12 ruled ${css.end}`}>
        <TextInput
          className={css.reason}
          label="Reason"
          autoComplete="off"
          readOnly={busy}
          {...form.getInputProps('reason')}
        />
        <div className={`flex gap-8 push-end ${css.buttons}`}>
          <Button onClick={onClose}>{merged.isDirty ? 'Close' : 'Cancel'}</Button>
          <Button variant="filled" type="submit" aria-disabled={busy || merged.isUndecided}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}

function GoodsInputs({ form }: { form: CorrectionFormApi }) {
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
          {/* Last, so that the focus starts in a field. */}
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

function FamilyInputs({ form }: { form: CorrectionFormApi }) {
  const members = form.values.familyMember

  const add = () =>
    focusAfter(
      () => form.insertListItem('familyMember', emptyFamilyMember),
      `[data-path="familyMember.${members.length}.${familyFields[0].key}"]`,
    )
  const remove = (index: number) =>
    focusAfter(() => form.removeListItem('familyMember', index), '[data-add="member"]')
  return (
    <>
      {[...members.keys()].map((index) => (
        <fieldset key={index} className={css.group} aria-label={`Family member ${index + 1}`}>
          <h3 className={css.heading}>Family member {index + 1}</h3>
          <div className={css.fields}>
            {familyFields.map(({ key, label }) => (
              <TextInput
                key={key}
                label={label}
                autoComplete="off"
                dir="auto"
                {...form.getInputProps(`familyMember.${index}.${key}`)}
              />
            ))}
          </div>
          {/* Last, so that the focus starts in a field. */}
          <IconButton
            icon="trash"
            label={`Remove family member ${index + 1}`}
            className={css.remove}
            onClick={() => remove(index)}
          />
        </fieldset>
      ))}
      <Button data-add="member" size="xs" leftSection={<Icon name="user" />} onClick={add}>
        Add family member
      </Button>
    </>
  )
}

interface FieldInputsProps {
  form: CorrectionFormApi
  groups: readonly FieldGroup[]
}

const FieldInputs = ({ form, groups }: FieldInputsProps) =>
  groups.map(({ title, fields }) => (
    <fieldset key={title} className={css.group}>
      {title && <legend className={css.legend}>{title}</legend>}
      <div className={css.fields}>
        {fields.map((field) => (
          <FieldInput key={field.key} form={form} field={field} />
        ))}
      </div>
    </fieldset>
  ))

/** Text length from which a text area replaces the single-line input. */
const LONG_TEXT_LENGTH = 60

const dateKinds: Partial<Record<FieldKind, DateKind>> = {
  date: 'date',
  dateTime: 'dateTime',
  dateText: 'date',
}

const inputPropsByKind: Partial<Record<FieldKind, { type?: string; inputMode?: 'tel' }>> = {
  email: { type: 'email' },
  phoneCode: { inputMode: 'tel' },
  telephone: { inputMode: 'tel' },
}

function FieldInput({ form, field }: { form: CorrectionFormApi; field: OrderField }) {
  const { key, label, kind, wide } = field
  const path = `fields.${key}` as const
  const props = form.getInputProps(path)
  const value = form.values.fields[key] ?? ''
  const [isLong] = useState(wide === true || value.length >= LONG_TEXT_LENGTH || value.includes('\n'))
  if (isLong)
    return <Textarea className={css.wide} label={label} rows={2} resize="vertical" dir="auto" {...props} />
  const dateKind = dateKinds[kind]
  if (dateKind) return <DateField label={label} kind={dateKind} {...props} />
  return <TextInput label={label} autoComplete="off" dir="auto" {...inputPropsByKind[kind]} {...props} />
}
