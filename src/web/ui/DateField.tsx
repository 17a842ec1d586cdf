import { Button, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState, type ComponentType, type KeyboardEvent } from 'react'
import { displayDate, displayLocalDateTime } from '#contract/rules/dates.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { dateFormats, readTypedDate, type DateKind } from '#web/lib/typed-date.ts'
import type { Calendar } from './Calendar.tsx'
import css from './fields.module.css'
import { Icon } from './Icon.tsx'

type InputProps = Pick<TextInputProps, 'name' | 'readOnly' | 'error' | 'onFocus'>

interface DateFieldProps extends InputProps {
  label: string
  kind?: DateKind
  /** `YYYY-MM-DD`, with ` HH:mm:ss` for a `dateTime`; '' for none. */
  value?: string | undefined
  /** Unreadable text is passed on as typed, and the call refuses it. */
  onChange: (value: string) => void
  /** Shows the message on blur; otherwise only after the form refused the text. */
  checksOnLeave?: boolean
  'data-path'?: string
  'data-autofocus'?: boolean
}

const displays: Readonly<Record<DateKind, (value: string) => string>> = {
  date: displayDate,
  dateTime: displayLocalDateTime,
}
const shown = (kind: DateKind, value: string): string => (value === '' ? '' : displays[kind](value))

/** Follows `value`, except while the member types. */
function useTypedDate(kind: DateKind, value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(shown(kind, value))
  const [emitted, setEmitted] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== emitted) setText(shown(kind, value))
    setEmitted(value)
  }
  const read = readTypedDate(kind, text)
  const type = (next: string) => {
    const typed = readTypedDate(kind, next)
    const nextValue = 'value' in typed ? typed.value : next
    setText(next)
    setEmitted(nextValue)
    onChange(nextValue)
  }
  return {
    text,
    /** '' while the text is unreadable. */
    value: 'value' in read ? read.value : '',
    message: 'message' in read ? read.message : null,
    type,
    tidy: () => 'value' in read && setText(shown(kind, read.value)),
  }
}

function useCalendar() {
  const [Loaded, setLoaded] = useState<ComponentType<Parameters<typeof Calendar>[0]>>()
  const [isOpen, setIsOpen] = useState(false)
  const open = async () => {
    const loaded = await loadChunk(() => import('./Calendar.tsx'))
    setLoaded(() => loaded.Calendar)
    setIsOpen(true)
  }
  return { Loaded, isOpen, open, close: () => setIsOpen(false) }
}

/** A date typed (`23-11-2026`, `23112026`) or picked, in the same format in every browser language. */
export function DateField({
  label,
  kind = 'date',
  value = '',
  onChange,
  error,
  readOnly = false,
  checksOnLeave = false,
  ...props
}: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const typed = useTypedDate(kind, value, onChange)
  const { Loaded, isOpen, open, close } = useCalendar()
  const [isLeft, setIsLeft] = useState(false)

  const closeToInput = () => {
    close()
    input.current?.focus()
  }
  const choose = (day: string) => {
    typed.type(displayDate(day) + shown(kind, typed.value).slice(dateFormats.date.length))
    closeToInput()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen && event.key === 'Escape') return closeToInput()
    if (!event.altKey || event.key !== 'ArrowDown' || readOnly) return
    event.preventDefault()
    void open()
  }
  // Before the calendar has the focus, Escape arrives here and must not close the surrounding dialog.
  const keepsEscape = { 'data-mantine-stop-propagation': isOpen }

  const button = (
    <Popover.Target>
      <Button
        variant="subtle"
        size="xs"
        className={css.open}
        // Names the dialog, too.
        aria-label="Calendar"
        {...keepsEscape}
        onKeyDown={onKeyDown}
        onClick={() => (isOpen ? close() : void open())}
      >
        <Icon name="calendar" />
      </Button>
    </Popover.Target>
  )
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-end"
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus
      closeOnEscape={false}
      shadow="md"
    >
      <TextInput
        ref={input}
        className={css.field}
        label={label}
        placeholder={dateFormats[kind]}
        autoComplete="off"
        inputMode={kind === 'date' ? 'numeric' : 'text'}
        {...props}
        {...keepsEscape}
        readOnly={readOnly}
        value={typed.text}
        error={typed.message !== null && (error || (checksOnLeave && isLeft)) ? typed.message : error}
        onChange={({ currentTarget }) => {
          setIsLeft(false)
          typed.type(currentTarget.value)
        }}
        onBlur={() => {
          setIsLeft(true)
          typed.tidy()
        }}
        onKeyDown={onKeyDown}
        rightSectionWidth="var(--calendar-button)"
        rightSection={!readOnly && button}
      />
      <Popover.Dropdown className={css.dropdown} onKeyDown={({ key }) => key === 'Escape' && closeToInput()}>
        {Loaded && <Loaded value={typed.value.slice(0, dateFormats.date.length) || null} onChange={choose} />}
      </Popover.Dropdown>
    </Popover>
  )
}
