import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { matchRoute, useLocation, useRouter } from 'wouter'
import { viewOrderPattern } from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { isDialogOpen } from '#web/ui/is-dialog-open.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useLatestCallback } from '#web/lib/use-latest-callback.ts'
import { showToast } from '#web/ui/toast.tsx'
import css from './proposals.module.css'
import { matchDroppedFiles } from './matching.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** The file field under the pointer, or the only one of the page, if it can take a file. */
function fieldFor(target: EventTarget | null, hasOwnField: boolean): HTMLInputElement | null {
  if (target instanceof HTMLInputElement && target.type === 'file' && !target.disabled) return target
  return hasOwnField ? document.querySelector<HTMLInputElement>('#upload input[type=file]:enabled') : null
}

function fill(field: HTMLInputElement, file: File) {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  field.files = transfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A folder comes as a file that cannot be read. */
function splitFolders({ items, files }: DataTransfer) {
  const areFolders = [...items].map((item) => item.webkitGetAsEntry()?.isDirectory ?? false)
  return {
    files: [...files].filter((_, index) => !areFolders[index]),
    hasFolder: areFolders.includes(true),
  }
}

type Drag = 'none' | 'over page' | 'over dialog'

/** ms without a drag event, after which the drag has left the window */
const dragEndsAfter = 300

function dropWords(drag: Drag, isOrderPage: boolean, isImport: boolean): { title: string; hint: string } {
  if (drag === 'over dialog') return { title: 'Close the dialog first', hint: 'Until then no file is taken' }
  if (isImport) return { title: 'Drop the file anywhere', hint: 'It is read; nothing is stored yet' }
  return {
    title: 'Drop documents anywhere',
    hint: isOrderPage
      ? 'One goes to this order’s Upload card, several are matched with their orders'
      : 'They are matched with their orders; nothing is sent yet',
  }
}

/**
 * Files dropped anywhere are proposed as documents; a single file goes to the field that it is dropped on, on an order's
 * page and on Import to the page's own. The browser never opens one in place of the page: drops over a dialog and folders
 * are answered in words.
 */
export function FileDropTarget() {
  const client = useQueryClient()
  const [path, navigate] = useLocation()
  const { parser } = useRouter()
  const isOrderPage = matchRoute(parser, viewOrderPattern, path)[0]
  const isImport = path === staffScreens.importOrders.path
  const [drag, setDrag] = useState<Drag>('none')

  const handleDrop = useLatestCallback((target: EventTarget | null, dropped: DataTransfer) => {
    if (isDialogOpen())
      return void showToast({ tone: 'bad', title: 'Nothing was taken', text: 'Close the dialog first.' })
    const { files, hasFolder } = splitFolders(dropped)
    if (hasFolder)
      showToast({
        tone: 'bad',
        title: 'A folder cannot be taken',
        text: 'Open it and drop the files that are in it.',
      })
    const [first] = files
    if (!first) return
    const field = files.length === 1 ? fieldFor(target, isOrderPage || isImport) : null
    if (field) return fill(field, first)
    if (isImport) return void showToast({ tone: 'bad', title: 'One file at a time.' })
    if (path !== staffScreens.proposals.path) navigate(staffScreens.proposals.path)
    void matchDroppedFiles(client, files)
  })
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      clearTimeout(leaving)
      leaving = setTimeout(() => setDrag('none'), dragEndsAfter)
      setDrag(isDialogOpen() ? 'over dialog' : 'over page')
    }
    const drop = (event: DragEvent) => {
      clearTimeout(leaving)
      setDrag('none')
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) handleDrop(event.target, event.dataTransfer)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      clearTimeout(leaving)
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [handleDrop])

  if (drag === 'none') return null
  const words = dropWords(drag, isOrderPage, isImport)
  return (
    <output className={`stack centered ${css.target}`}>
      <p className={`stack gap-4 muted small ${css.words}`}>
        <Icon name="file" size={24} />
        <strong>{words.title}</strong>
        <span>{words.hint}</span>
      </p>
    </output>
  )
}
