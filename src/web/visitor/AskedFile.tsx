import { useId, useState } from 'react'
import field from './page.module.css'
import { Drawing } from './Icon.tsx'
import { PersonalText } from './PersonalText.tsx'
import style from './answer.module.css'
import { AskedNotes, type AskedFieldProps } from './AskedInput.tsx'

const camera = 'M2.5 5h2.7l1-1.6h3.6l1 1.6h2.7v7.6h-11zM8 11a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 11Z'

/** A phone's camera produces a JPEG for these types. */
const accepted = 'image/jpeg,image/png,image/webp,application/pdf'

interface AskedFileProps extends AskedFieldProps {
  /** The page came back with faults elsewhere; browsers do not keep a chosen file. */
  mustBeChosenAgain: boolean
}

/** Without scripts the browser's own input with its file name. */
export function AskedFile({ texts: answer, field: asked, error, mustBeChosenAgain }: AskedFileProps) {
  const [chosen, setChosen] = useState('')
  const { key, label, hint } = asked
  const id = useId()
  const message = error ?? (mustBeChosenAgain && chosen === '' ? answer.chooseAgain : null)
  const describedBy = [message && `${id}-error`, hint && `${id}-hint`].filter(Boolean)
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <div className={style.file}>
        <span className={style.choose} data-replaced={chosen !== '' || undefined} aria-hidden="true">
          <Drawing path={camera} size={22} />
          <span>{answer.choose}</span>
        </span>
        {chosen && (
          <span className={style.choose} aria-hidden="true">
            <PersonalText className={style.name}>{chosen}</PersonalText>
          </span>
        )}
        <input
          id={id}
          name={key}
          type="file"
          accept={accepted}
          className={style.fileInput}
          onChange={({ currentTarget }) => setChosen(currentTarget.files?.[0]?.name ?? '')}
          aria-describedby={describedBy.join(' ') || undefined}
          aria-invalid={message !== null}
        />
      </div>
      <AskedNotes id={id} error={message} hint={hint} />
    </div>
  )
}
