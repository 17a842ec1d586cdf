import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldGroup, FieldKind, OrderField } from '#contract/rules/order-fields.ts'
import type { DateKind } from '#web/lib/typed-date.ts'
import { DateField } from '#web/ui/DateField.tsx'
import css from './corrections.module.css'
import type { CorrectionFormApi } from './use-correction.ts'

interface FieldInputsProps {
  form: CorrectionFormApi
  groups: readonly FieldGroup[]
}

/** Inputs for a section's fields, under the same headings as in the order view. */
export const FieldInputs = ({ form, groups }: FieldInputsProps) =>
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
