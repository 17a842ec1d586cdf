import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { readOriginal } from '#contract/messages.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './messages.module.css'

interface OriginalMailProps {
  orderId: number
  messageId: number
}

const forms = [
  { value: 'html', label: 'Page' },
  { value: 'source', label: 'Source' },
]

/** A mail as it came. The frame has no rights, and the page's policy allows no script and no request. */
export function OriginalMail({ orderId, messageId }: OriginalMailProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [form, setForm] = useState('html')
  return (
    <>
      <button type="button" className={css.fold} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Original
      </button>
      <Dialog title="Original" size="wide" opened={isOpen} onClose={() => setIsOpen(false)}>
        {isOpen && (
          <div className="stack gap-8">
            <SegmentedControl aria-label="Shown as" data={forms} value={form} onChange={setForm} />
            <iframe
              key={form}
              className={css.original}
              title={form === 'html' ? 'The mail as a page' : 'The source of the mail'}
              sandbox=""
              src={requestUrl(readOriginal, { params: { orderId, messageId }, query: { as: form } })}
            />
          </div>
        )}
      </Dialog>
    </>
  )
}
