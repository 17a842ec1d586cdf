import { useEffect, useState } from 'react'
import css from './files.module.css'

/** An object URL, available from the next frame on. */
export function useFileUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    const frame = requestAnimationFrame(() => setUrl(created))
    return () => {
      cancelAnimationFrame(frame)
      URL.revokeObjectURL(created)
    }
  }, [file])
  return url
}

interface FilePreviewProps {
  file: { name: string; type: string }
  url: string | undefined
  size?: 'small' | 'large'
}

/** The first page of a PDF in the browser's viewer, or an image, in a fixed size. */
export function FilePreview({ file, url, size = 'small' }: FilePreviewProps) {
  const className = css[size]
  if (!url) return <div className={className} />
  const label = `Preview of ${file.name}`
  if (file.type === 'application/pdf')
    return (
      // oxlint-disable-next-line react/iframe-missing-sandbox -- no browser shows a PDF in a sandbox; its type makes it one
      <iframe
        className={className}
        title={label}
        tabIndex={-1}
        src={`${url}#toolbar=0&navpanes=0&scrollbar=0&view=Fit`}
      />
    )
  return <img className={className} src={url} alt={label} />
}
