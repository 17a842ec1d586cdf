import { useId } from 'react'
import type { AnswerTexts, AskedField } from '#contract/visitor-page-data.ts'
import field from './page.module.css'
import { Icon } from './Icon.tsx'
import { PersonalText } from './PersonalText.tsx'
import style from './answer.module.css'

export interface AskedFieldProps {
  texts: AnswerTexts
  field: AskedField
  error: string | null
}

/** Other kinds are text. */
const inputTypes: Partial<Record<AskedField['kind'], string>> = {
  date: 'date',
  dateTime: 'datetime-local',
  email: 'email',
  telephone: 'tel',
}

/** Numbers and codes are written from left to right in every language. */
const codeKeys = /(passport|identity|document|visa|flight).*number$/

export function AskedInput({ texts: answer, field: asked, error }: AskedFieldProps) {
  const { key, kind, label, hint, givenText: given, value } = asked
  const id = useId()
  const describedBy = [given && `${id}-given`, error && `${id}-error`, hint && `${id}-hint`].filter(Boolean)
  const isCode = codeKeys.test(key)
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      {given && (
        <p className={style.given} id={`${id}-given`}>
          <span>{`${answer.given} `}</span>
          <PersonalText className={style.value}>{given}</PersonalText>
        </p>
      )}
      <input
        id={id}
        name={key}
        type={inputTypes[kind] ?? 'text'}
        className={`${field.input} ${isCode ? style.code : ''} notranslate`}
        dir={isCode ? 'ltr' : 'auto'}
        autoCapitalize={isCode ? 'characters' : undefined}
        autoComplete="off"
        spellCheck={false}
        defaultValue={kind === 'dateTime' ? value.replace(' ', 'T') : value}
        aria-describedby={describedBy.join(' ') || undefined}
        aria-invalid={error !== null}
      />
      <AskedNotes id={id} error={error} hint={hint} />
    </div>
  )
}

interface AskedNotesProps extends Pick<AskedField, 'hint'> {
  /** Prefix of the ids by which the input is described. */
  id: string
  error: string | null
}

export const AskedNotes = ({ id, error, hint }: AskedNotesProps) => (
  <>
    {error && (
      <p className={field.error} id={`${id}-error`}>
        <Icon name="alert" size={18} />
        <span>{error}</span>
      </p>
    )}
    {hint && (
      <p className={style.hint} id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
)
