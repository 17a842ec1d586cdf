import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { isIsoDate } from '#contract/rules/dates.ts'

interface DayFieldProps {
  label: string
  name: string
  /** `YYYY-MM-DD`, '' for none. */
  value: string
  onChange: (day: string) => void
}

/** A native date input that ignores incomplete values, such as the year 202. */
export function DayField({ label, name, value, onChange }: DayFieldProps) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    setText(value)
  }
  return (
    <TextInput
      type="date"
      label={label}
      name={name}
      max="9999-12-31"
      value={text}
      onChange={({ currentTarget }) => {
        const day = currentTarget.value
        setText(day)
        if (day !== '' && !isIsoDate(day)) return
        setLastValue(day)
        onChange(day)
      }}
    />
  )
}
