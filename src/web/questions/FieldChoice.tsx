import { Checkbox, TextInput } from '@mantine/core'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { maxAskedFields } from '#contract/rules/question-limits.ts'
import { isComposing } from '#web/lib/key-reading.ts'
import { submitOnCtrlEnter } from '#web/lib/submit-on-ctrl-enter.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { askableFields, askedLabel, matchingFields, type AskableField } from './askable-fields.ts'
import css from './questions.module.css'

interface FieldChoiceProps {
  order: OrderDetails
  /** Field keys, in the order in which they were chosen. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error: ReactNode
  isReadOnly: boolean
}

/** The order's fields, filled and empty; Enter in the search toggles the first match. */
export function FieldChoice({ order, chosen, onChange, error, isReadOnly }: FieldChoiceProps) {
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const { filled, empty } = askableFields(order)
  const groups = [
    { title: 'Filled', fields: matchingFields(filled, search) },
    { title: 'Empty', fields: matchingFields(empty, search) },
  ].filter(({ fields }) => fields.length > 0)
  const first = groups[0]?.fields[0]

  const toggle = (key: string) => {
    if (isReadOnly) return
    if (chosen.includes(key)) onChange(chosen.filter((it) => it !== key))
    else if (chosen.length < maxAskedFields) onChange([...chosen, key])
  }
  const handleSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey) return submitOnCtrlEnter(event)
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      list.current?.querySelector('input')?.focus()
    }
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (!first || search.trim() === '') return
    toggle(first.key)
    setSearch('')
  }

  return (
    <div>
      <TextInput
        label="What to ask"
        placeholder="Search fields"
        description={chosen.length > 0 ? chosen.map(askedLabel).join(', ') : 'Nothing is chosen yet'}
        data-autofocus
        data-path="fields"
        error={error}
        autoComplete="off"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={handleSearchKey}
      />
      <div ref={list} className={css.list}>
        {groups.map(({ title, fields }) => (
          <fieldset key={title} className={`shrinkable ${css.group}`}>
            <legend className={`faint tiny ${css.title}`}>{title}</legend>
            {fields.map((field) => (
              <Checkbox
                key={field.key}
                classNames={{ body: css.body, labelWrapper: css.label }}
                label={<FieldLabel field={field} />}
                checked={chosen.includes(field.key)}
                onChange={() => toggle(field.key)}
                onKeyDown={submitOnCtrlEnter}
              />
            ))}
          </fieldset>
        ))}
        {groups.length === 0 && <p className={`faint small ${css.none}`}>No field has “{search.trim()}”.</p>}
      </div>
    </div>
  )
}

const FieldLabel = ({ field: { label, value } }: { field: AskableField }) => (
  <span className={`flex spread gap-12 ${css.words}`}>
    <span>{label}</span>
    {value && (
      <span className="shrinkable truncate faint" title={value}>
        <ExternalText>{value}</ExternalText>
      </span>
    )}
  </span>
)
