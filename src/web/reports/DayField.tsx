import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { isIsoDate } from '#contract/rules/dates.ts'

interface DayFieldProps {
  label: string
  name: string
  /** `YYYY-MM-DD`, '' for none. */
  value: string
  onChoose: (day: string) => void
}

/** A plain date input. What is half typed, such as the year 202, is no choice yet. */
export function DayField({ label, name, value, onChoose }: DayFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <TextInput
      type="date"
      label={label}
      name={name}
      max="9999-12-31"
      value={typed}
      onChange={({ currentTarget }) => {
        const day = currentTarget.value
        setTyped(day)
        if (day !== '' && !isIsoDate(day)) return
        setKnown(day)
        onChoose(day)
      }}
    />
  )
}
