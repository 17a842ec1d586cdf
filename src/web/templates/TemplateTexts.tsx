import { NativeSelect, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { languageCodes, languages, type LanguageCode } from '#contract/rules/languages.ts'
import { placeholderNames } from '#contract/rules/placeholders.ts'
import { placeholders, purposeRules } from '#contract/rules/templates.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import chip from '#web/ui/fields.module.css'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { TemplateForm } from './template-form.ts'
import css from './templates.module.css'
import { useTextInsertion } from './use-text-insertion.ts'

/** The texts by language; a placeholder is put in where the cursor was last. */
export function TemplateTexts({ form }: { form: TemplateForm }) {
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
