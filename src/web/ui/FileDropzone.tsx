import { useId, useState } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { FieldError } from './FieldError.tsx'
import { formatFileSize } from './format-file-size.ts'
import css from './FileDropzone.module.css'

interface FileDropzoneProps {
  /** Names the field. */
  label: string
  /** As in 'PDF or image, up to 20 MB'. */
  hint: string
  /** As in an input's `accept`. */
  accept: string
  file: File | null
  onChange: (file: File | null) => void
  error?: string | undefined
  disabled?: boolean
}

/** Takes one file by choosing or dropping it, and shows which. */
export function FileDropzone({
  label,
  hint,
  accept,
  file,
  onChange,
  error,
  disabled = false,
}: FileDropzoneProps) {
  const [isDragOver, setIsDragOver] = useState(false)
  const errorId = useId()

  return (
    <div className={css.field}>
      {file ? (
        <div className={css.file}>
          <Icon name="file" className={css.icon} />
          <p className={css.name} title={file.name}>
            <bdi>{file.name}</bdi>
          </p>
          <span className={css.size}>{formatFileSize(file.size)}</span>
          <IconButton
            icon="close"
            label={`Remove ${file.name}`}
            onClick={() => onChange(null)}
            disabled={disabled}
          />
        </div>
      ) : (
        <label
          className={css.drop}
          data-over={isDragOver || undefined}
          data-error={error !== undefined || undefined}
        >
          <input
            className={css.input}
            type="file"
            accept={accept}
            disabled={disabled}
            aria-label={label}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : errorId}
            onDragEnter={() => setIsDragOver(true)}
            onDragLeave={() => setIsDragOver(false)}
            onDrop={() => setIsDragOver(false)}
            onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
          />
          <Icon name="upload" size={20} className={css.icon} />
          <span>
            <u className={css.choose}>Choose a file</u> or drop it here
          </span>
          <span className={css.hint}>{hint}</span>
        </label>
      )}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
