import { Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { remarkFlags } from '#contract/rules/remark-flags.ts'
import { stagedTargets } from '#contract/rules/staged-moves.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { purposeRules, type TemplatePurpose } from '#contract/rules/templates.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import type { TemplateForm } from './template-form.ts'
import css from './templates.module.css'
import { TemplateTexts } from './TemplateTexts.tsx'

const stayHere = { value: '', label: 'The order stays where it is' }
const moves = stagedTargets.map((value) => ({ value, label: `then moves to ${statusLabels[value].label}` }))

/** What can be set of a template. */
export function TemplateFields({ form, canChange }: { form: TemplateForm; canChange: boolean }) {
  const me = useCurrentMember()
  const { field, values, setValue } = form
  const purpose = values.purpose || 'answer'
  const { hasFlags, canMove } = purposeRules[purpose]
  const choosePurpose = (chosen: TemplatePurpose) => {
    const rules = purposeRules[chosen]
    setValue('purpose', chosen)
    if (!rules.hasLanguages) setValue('texts', { en: values.texts.en })
    if (!rules.hasFlags) setValue('flags', [])
    if (!rules.canMove) setValue('moveTo', null)
  }
  return (
    <fieldset className={`stack shrinkable ${css.fields}`} disabled={!canChange}>
      <SegmentedControl<TemplatePurpose>
        aria-label="Used for"
        className={css.purpose}
        data={[
          { value: 'answer', label: 'Answer' },
          { value: 'question', label: 'Question' },
          { value: 'remark', label: 'Comment' },
        ]}
        value={purpose}
        onChange={choosePurpose}
        disabled={!canChange}
      />
      <TextInput label="Name" autoComplete="off" {...field('name')} />
      <TemplateTexts form={form} />
      {canMove && (
        <NativeSelect
          label="When it is sent"
          data={[stayHere, ...moves]}
          value={values.moveTo ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setValue('moveTo', isOneOf(stagedTargets, value) ? value : null)
          }
        />
      )}
      {hasFlags && (
        <fieldset className={`flex wrap shrinkable ${css.flags}`} aria-label="Flags">
          {remarkFlags.map(({ sent, label }) => (
            <Checkbox
              key={sent}
              label={label}
              checked={values.flags.includes(sent)}
              onChange={({ currentTarget: { checked } }) =>
                setValue('flags', [
                  ...values.flags.filter((flag) => flag !== sent),
                  ...(checked ? [sent] : []),
                ])
              }
            />
          ))}
        </fieldset>
      )}
      {me.can('shareTemplates') && (
        <Checkbox
          label="For all members"
          checked={values.isShared}
          onChange={({ currentTarget }) => setValue('isShared', currentTarget.checked)}
        />
      )}
    </fieldset>
  )
}
