import { Checkbox, NativeSelect, SegmentedControl, TextInput, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { remarkFlags } from '#contract/rules/remark-flags.ts'
import { stagedTargets } from '#contract/rules/staged-moves.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { purposeRules, type TemplatePurpose, placeholders } from '#contract/rules/templates.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { languageCodes, languages, type LanguageCode } from '#contract/rules/languages.ts'
import { placeholderNames } from '#contract/rules/placeholders.ts'
import chip from '#web/ui/fields.module.css'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { saveTemplate } from '#contract/templates.ts'
import type { useContractForm } from '#web/lib/contract-form.ts'
import css from './templates.module.css'
import { useTextInsertion } from './use-text-insertion.ts'

const stayHere = { value: '', label: 'The order stays where it is' }
const moves = stagedTargets.map((value) => ({ value, label: `then moves to ${statusLabels[value].label}` }))

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

function TemplateTexts({ form }: { form: TemplateForm }) {
  const { values, setValue, field } = form
  const { texts } = values
  const { hasLanguages } = purposeRules[values.purpose || 'answer']
  const [current, setCurrent] = useState<LanguageCode>('en')
  const box = useRef<HTMLTextAreaElement>(null)
  const boxes = useRef(new Map<LanguageCode, HTMLTextAreaElement>())
  const setText = (code: LanguageCode, text: string) => setValue('texts', { ...texts, [code]: text })
  const insertion = useTextInsertion({
    box,
    text: texts[current] ?? '',
    setText: (text) => setText(current, text),
  })
  const given = languageCodes.filter((code) => texts[code] !== undefined)
  const missing = languageCodes.filter((code) => texts[code] === undefined)

  const remove = (code: LanguageCode) => {
    const { [code]: _removed, ...rest } = texts
    setValue('texts', { ...rest, en: texts.en })
    setCurrent('en')
    boxes.current.get('en')?.focus()
  }

  return (
    <>
      {given.map((code) => {
        const { english, dir } = languages[code]
        const label = hasLanguages ? english : 'Text'
        return (
          <div key={code} className="stack gap-4">
            <div className={`row gap-8 small medium ${css.head}`}>
              <span aria-hidden="true">{label}</span>
              {code !== 'en' && (
                <IconButton
                  icon="close"
                  label={`Remove ${english}`}
                  className={css.remove}
                  onClick={() => remove(code)}
                />
              )}
            </div>
            <Textarea
              ref={(element) => {
                if (element) boxes.current.set(code, element)
                else boxes.current.delete(code)
              }}
              aria-label={label}
              lang={code}
              dir={dir}
              rows={4}
              resize="vertical"
              classNames={{ input: css.area }}
              {...field(`texts.${code}`)}
              onFocus={({ currentTarget }) => {
                box.current = currentTarget
                setCurrent(code)
              }}
            />
          </div>
        )
      })}
      <fieldset className="row wrap gap-6 faint tiny" aria-label="Placeholders">
        Put in:
        {placeholderNames.map((name) => (
          <button
            key={name}
            type="button"
            className={`${chip.chip} ${css.placeholder}`}
            title={`{${name}}`}
            onClick={() => {
              box.current ??= boxes.current.get('en') ?? null
              insertion.insertGap(name)
            }}
          >
            {placeholders[name].label}
          </button>
        ))}
      </fieldset>
      {hasLanguages && missing.length > 0 && (
        <NativeSelect
          className={css.add}
          aria-label="Add a language"
          value=""
          data={[
            { value: '', label: 'Add a language …' },
            ...missing.map((value) => ({ value, label: languages[value].english })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            if (isOneOf(languageCodes, value)) setText(value, texts.en)
          }}
        />
      )}
    </>
  )
}

type TemplateForm = ReturnType<typeof useContractForm<typeof saveTemplate>>
