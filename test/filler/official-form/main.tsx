import { useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  CalendarInput,
  ControlledInput,
  DrawnList,
  DrawnRadio,
  MaskedDate,
  SearchedList,
  useLateOptions,
  type Answered,
} from './controls.tsx'
import { parts, type Ask } from './fields.ts'

type Answers = Readonly<Record<string, string>>

const Labelled = ({ id, ask, children }: { id: string; ask: Ask; children: ReactNode }) => (
  <div className="row">
    <span id={id}>{ask.label}</span>
    <div>{children}</div>
  </div>
)

function Field({ ask, answers, ...answered }: Answered & { ask: Ask; answers: Answers }) {
  const late = useLateOptions(ask, answers)
  const { name, label, placeholder = '' } = ask
  const labelId = `label-of-${name}`
  const spoken = { ...answered, labelId }
  switch (ask.kind) {
    case 'plain':
      return (
        <p>
          <label htmlFor={name}>{label}</label>
          <input id={name} name={name} onChange={(event) => answered.onChange(event.target.value)} />
        </p>
      )
    case 'controlled':
    case 'native date':
      return (
        <p>
          <label htmlFor={name}>{label}</label>
          <ControlledInput
            {...answered}
            {...(ask.kind === 'native date' && { type: 'date' })}
            {...{ name, placeholder }}
          />
        </p>
      )
    case 'masked date':
      return (
        <label>
          {label} <MaskedDate {...answered} {...{ name, placeholder }} />
        </label>
      )
    case 'check':
      return (
        <label>
          <input
            type="checkbox"
            name={name}
            checked={answered.value === 'Yes'}
            onChange={(event) => answered.onChange(event.target.checked ? 'Yes' : '')}
          />{' '}
          {label}
        </label>
      )
    case 'select':
      return (
        <label>
          {label}
          <select
            name={name}
            value={answered.value}
            onChange={(event) => answered.onChange(event.target.value)}
          >
            <option value="">Choose…</option>
            {ask.options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </label>
      )
    case 'radio':
      return (
        <fieldset>
          <legend>{label}</legend>
          {ask.options.map((option) => (
            <label key={option}>
              <input
                type="radio"
                name={name}
                checked={answered.value === option}
                onChange={() => answered.onChange(option)}
              />{' '}
              {option}
            </label>
          ))}
        </fieldset>
      )
    case 'drawn radio':
      return (
        <Labelled id={labelId} ask={ask}>
          <DrawnRadio {...spoken} options={ask.options} />
        </Labelled>
      )
    case 'drawn list':
      return (
        <Labelled id={labelId} ask={ask}>
          <DrawnList {...spoken} options={ask.options} />
        </Labelled>
      )
    case 'late list':
      return (
        <Labelled id={labelId} ask={ask}>
          <DrawnList {...spoken} options={late} />
        </Labelled>
      )
    case 'searched list':
      return (
        <Labelled id={labelId} ask={ask}>
          <SearchedList {...spoken} options={ask.options} />
        </Labelled>
      )
    case 'calendar':
      return (
        <Labelled id={labelId} ask={ask}>
          <CalendarInput {...spoken} name={name} />
        </Labelled>
      )
  }
}

/** The mock of the official page; `#sent` counts submissions, which only a person may make. */
function OfficialForm() {
  const [answers, setAnswers] = useState<Answers>({})
  const [sent, setSent] = useState<readonly Answers[]>([])
  const isAsked = ({ onlyIf }: Ask) => !onlyIf || answers[onlyIf[0]] === onlyIf[1]
  return (
    <form
      key={sent.length}
      onSubmit={(event) => {
        event.preventDefault()
        setSent([...sent, answers])
        setAnswers({})
      }}
    >
      <h1>Electronic declaration</h1>
      {parts.map(({ heading, asks }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {asks.filter(isAsked).map((ask) => (
            <Field
              key={ask.name}
              ask={ask}
              answers={answers}
              value={answers[ask.name] ?? ''}
              onChange={(value) => setAnswers((before) => ({ ...before, [ask.name]: value }))}
            />
          ))}
        </section>
      ))}
      <button type="submit">Submit declaration</button>
      <output id="sent">{sent.length}</output>
      <pre id="answers" hidden>
        {JSON.stringify(answers)}
      </pre>
    </form>
  )
}

const root = document.querySelector('#root')
if (root) createRoot(root).render(<OfficialForm />)
