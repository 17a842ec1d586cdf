import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { matchRoute, useLocation, useRouter } from 'wouter'
import { viewOrderPattern } from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { isDialogOpen } from '#web/ui/is-dialog-open.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useLatestCallback } from '#web/lib/use-latest-callback.ts'
import css from './proposals.module.css'
import { matchDroppedFiles } from './matching.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** A file field handles a drop itself. */
const isFileField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'file'

/** The enabled field of the card that takes a file, if the page has one. */
const uploadField = () => document.querySelector<HTMLInputElement>('#upload input[type=file]:enabled')

/** ms without a drag event, after which the drag has left the window */
const dragEndsAfter = 300

function dropHint(isOrderPage: boolean, isImport: boolean): string {
  if (isImport) return 'It is read; nothing is stored yet'
  return isOrderPage
    ? 'One goes to this order’s Upload card, several are matched with their orders'
    : 'They are matched with their orders; nothing is sent yet'
}

/**
 * Files dropped anywhere are proposed as documents; a single file goes to the page's own field on an order's page and on
 * Import. Drops over a dialog are ignored.
 */
export function FileDropTarget() {
  const client = useQueryClient()
  const [path, navigate] = useLocation()
  const { parser } = useRouter()
  const isOrderPage = matchRoute(parser, viewOrderPattern, path)[0]
  const isImport = path === staffScreens.importOrders.path
  const [isDragged, setIsDragged] = useState(false)

  const handleDrop = useLatestCallback((files: FileList) => {
    const field = (isOrderPage || isImport) && files.length === 1 ? uploadField() : null
    if (isImport && !field) {
      showToast({ tone: 'bad', title: 'One file at a time.' })
      return
    }
    if (field) {
      field.files = files
      field.dispatchEvent(new Event('change', { bubbles: true }))
      return
    }
    if (path !== staffScreens.proposals.path) navigate(staffScreens.proposals.path)
    void matchDroppedFiles(client, [...files])
  })
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || isDialogOpen()) return
      clearTimeout(leaving)
      leaving = setTimeout(() => setIsDragged(false), dragEndsAfter)
      setIsDragged(true)
      if (!isFileField(event.target)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      clearTimeout(leaving)
      setIsDragged(false)
      const files = event.dataTransfer?.files
      const isTaken = isFileField(event.target) && files?.length === 1
      if (!hasFiles(event) || isTaken) return
      // By default the browser would open the file in place of the page.
      event.preventDefault()
      if (files && files.length > 0 && !isDialogOpen()) handleDrop(files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      clearTimeout(leaving)
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [handleDrop])

  if (!isDragged) return null
  return (
    <output className={`stack centered ${css.target}`}>
      <p className={`stack gap-4 muted small ${css.words}`}>
        <Icon name="file" size={24} />
        <strong>{isImport ? 'Drop the file anywhere' : 'Drop documents anywhere'}</strong>
        <span>{dropHint(isOrderPage, isImport)}</span>
      </p>
    </output>
  )
}
