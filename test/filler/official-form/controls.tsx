// Controls as official pages draw them: unassociated labels, buttons without a type, custom lists.
import { useEffect, useId, useState, type InputHTMLAttributes } from 'react'
import type { Ask } from './fields.ts'

export interface Answered {
  value: string
  onChange: (value: string) => void
}

/** ms until the mock's server answers dependent choices. */
const serverMs = 300

type Input = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'placeholder' | 'name'>

export const ControlledInput = ({ value, onChange, ...input }: Answered & Input) => (
  <input {...input} value={value} onChange={(event) => onChange(event.target.value)} />
)

/** Accepts day-month-year only and inserts the separators. */
export const MaskedDate = ({ value, onChange, ...input }: Answered & Input) => (
  <input
    {...input}
    value={value}
    onChange={({ target }) => {
      const digits = target.value.replaceAll(/\D/g, '').slice(0, 8)
      onChange([digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('-'))
    }}
  />
)

/** A custom list: a button, and choices rendered on a press. */
export function DrawnList({
  value,
  onChange,
  options,
  labelId,
}: Answered & { options: readonly string[]; labelId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    <>
      {/* As pages forget to say, a button without a type sends the form. */}
      <button
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-labelledby={labelId}
        onClick={(event) => {
          event.preventDefault()
          setIsOpen(!isOpen)
        }}
        onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
      >
        {value || 'Choose…'}
      </button>
      {isOpen && (
        <ul role="listbox" id={listId}>
          {options.map((option) => (
            <li
              key={option}
              role="option"
              aria-selected={option === value}
              onMouseDown={() => {
                onChange(option)
                setIsOpen(false)
              }}
            >
              {option}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A list filtered by the typed text. */
export function SearchedList({
  value,
  onChange,
  options,
  labelId,
}: Answered & { options: readonly string[]; labelId: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const listId = useId()
  const fitting = options
    .filter((option) => option.toLowerCase().includes((typed ?? '').toLowerCase()))
    .slice(0, 5)
  return (
    <>
      <input
        role="combobox"
        aria-expanded={typed !== null}
        aria-controls={listId}
        aria-labelledby={labelId}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setTyped(null)}
      />
      {typed !== null && typed.length > 1 && (
        <ul role="listbox" id={listId}>
          {fitting.map((option) => (
            <li
              key={option}
              role="option"
              aria-selected={option === value}
              onClick={() => {
                onChange(option)
                setTyped(null)
              }}
            >
              {option}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Choices that arrive later and depend on another answer. */
export function useLateOptions(ask: Ask, answers: Readonly<Record<string, string>>): readonly string[] {
  const [come, setCome] = useState<{ for: string; options: readonly string[] }>({ for: '', options: [] })
  const before = ask.kind === 'late list' ? (answers[ask.after] ?? '') : ''
  const options = ask.kind === 'late list' ? ask.optionsOf[before] : undefined
  useEffect(() => {
    const timer = setTimeout(() => setCome({ for: before, options: options ?? [] }), serverMs)
    return () => clearTimeout(timer)
  }, [before, options])
  return come.for === before ? come.options : []
}

export const DrawnRadio = ({
  value,
  onChange,
  options,
  labelId,
}: Answered & { options: readonly string[]; labelId: string }) => (
  <div role="radiogroup" aria-labelledby={labelId}>
    {options.map((option) => (
      <span
        key={option}
        role="radio"
        tabIndex={0}
        aria-checked={value === option}
        onClick={() => onChange(option)}
      >
        {option}
      </span>
    ))}
  </div>
)

const pad = (n: number) => String(n).padStart(2, '0')

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A read-only field whose calendar opens on a press, by months and years. */
export function CalendarInput({
  value,
  onChange,
  name,
  labelId,
}: Answered & { name: string; labelId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [shown, setShown] = useState({ year: 2026, month: 11 })
  const turn = (months: number) =>
    setShown(({ year, month }) => {
      const total = year * 12 + (month - 1) + months
      return { year: Math.floor(total / 12), month: (total % 12) + 1 }
    })
  const first = new Date(`${shown.year}-${pad(shown.month)}-01`).getUTCDay()
  const days =
    32 - new Date(new Date(`${shown.year}-${pad(shown.month)}-01`).getTime() + 31 * 86_400_000).getUTCDate()
  return (
    <>
      <input
        readOnly
        name={name}
        aria-haspopup="dialog"
        aria-labelledby={labelId}
        value={value}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <div role="dialog" aria-label="Calendar">
          <button type="button" aria-label="Previous year" onClick={() => turn(-12)}>
            «
          </button>
          <button type="button" aria-label="Previous month" onClick={() => turn(-1)}>
            ‹
          </button>
          <span aria-live="polite">{`${monthNames[shown.month - 1]} ${shown.year}`}</span>
          <button type="button" aria-label="Next month" onClick={() => turn(1)}>
            ›
          </button>
          <button type="button" aria-label="Next year" onClick={() => turn(12)}>
            »
          </button>
          <div role="grid">
            {Array.from({ length: first }, (_, at) => (
              <button
                key={`before${at}`}
                type="button"
                role="gridcell"
                data-outside
                onClick={() => setIsOpen(false)}
              >
                {28 - first + at + 1}
              </button>
            ))}
            {Array.from({ length: days }, (_, at) => (
              <button
                key={at + 1}
                type="button"
                role="gridcell"
                onClick={() => {
                  onChange(`${pad(at + 1)}/${pad(shown.month)}/${shown.year}`)
                  setIsOpen(false)
                }}
              >
                {at + 1}
              </button>
            ))}
          </div>
        </div>
      )}
    </>
  )
}
