import { useId, useState, type ReactNode } from 'react'
import { ExternalText } from './ExternalText.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { FieldError } from './FieldError.tsx'
import { useFileUrl } from './FilePreview.tsx'
import { formatFileSize } from './format-file-size.ts'
import css from './files.module.css'

interface FileDropzoneProps {
  label: string
  /** As in 'PDF, JPEG, PNG or WebP, up to 20 MB'. */
  hint: string
  /** As in an input's `accept`. */
  accept: string
  file: File | null
  onChange: (file: File | null) => void
  /**
   * The first page as the server draws it, an image's address; null if there is none, undefined while it is drawn. Absent for
   * files without pages.
   */
  picture?: string | null | undefined
  /** Beside the size, as in ' · 2 pages'. */
  extent?: string
  /** Below the file's name. */
  children?: ReactNode
  error?: string | undefined
  disabled?: boolean
}

/** One file, chosen or dropped; keeps its height without a file. */
export function FileDropzone({
  label,
  hint,
  accept,
  file,
  onChange,
  error,
  disabled = false,
  ...shown
}: FileDropzoneProps) {
  const [isDragOver, setIsDragOver] = useState(false)
  const errorId = useId()

  return (
    <div className={`shrinkable ${css.field}`}>
      {file ? (
        <ChosenFile {...shown} file={file} onRemove={() => onChange(null)} disabled={disabled} />
      ) : (
        <label
          className={`stack gap-2 muted small tight ${css.drop}`}
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
          <Icon name="upload" size={20} className={`faint ${css.icon}`} />
          <span>
            <u className={css.choose}>Choose a file</u> or drop it here
          </span>
          <span className="faint">{hint}</span>
        </label>
      )}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** Types that are safe to open; SVG and HTML may contain scripts and get no link. */
const isPageOrPicture = ({ type }: File) => /^(application\/pdf|image\/(jpeg|png|webp))$/.test(type)

interface ChosenFileProps extends Pick<FileDropzoneProps, 'picture' | 'extent' | 'children'> {
  file: File
  onRemove: () => void
  disabled: boolean
}

function ChosenFile({ file, extent, children, onRemove, disabled, ...shown }: ChosenFileProps) {
  const url = useFileUrl(file)
  const { picture } = shown
  return (
    <div className={`flex gap-12 small tight ${'picture' in shown ? css.file : ''}`}>
      {picture ? (
        <img className={css.small} src={picture} alt={`First page of ${file.name}`} />
      ) : (
        'picture' in shown && (
          <span className={`faint tiny ${css.small} ${css.noPicture}`}>
            {picture === null && 'No picture'}
          </span>
        )
      )}
      <div className={`grow ${css.facts}`}>
        <p className={`break-words medium ${css.name}`}>
          <ExternalText>{file.name}</ExternalText>
        </p>
        <p className="faint">
          {formatFileSize(file.size)}
          {extent}
          {isPageOrPicture(file) && (
            <>
              {' · '}
              <a href={url} target="_blank" rel="noreferrer">
                Whole page
              </a>
            </>
          )}
        </p>
        {children}
      </div>
      <IconButton icon="close" label={`Remove ${file.name}`} onClick={onRemove} disabled={disabled} />
    </div>
  )
}
