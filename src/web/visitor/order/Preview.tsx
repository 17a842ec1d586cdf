import { useRef } from 'react'
import { Icon } from '../Icon.tsx'
import { useTexts } from '../localization.ts'
import css from './order.module.css'

/** A thumbnail of the first page; a click enlarges it in a dialog, or opens the image without scripts. */
export function Preview({ url }: { url: string }) {
  const texts = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <a
        className={css.small}
        href={url}
        onClick={(event) => {
          event.preventDefault()
          dialog.current?.showModal()
        }}
      >
        <img src={url} alt={texts.order.preview} width={210} height={297} loading="lazy" decoding="async" />
      </a>
      <dialog ref={dialog} className={css.dialog} aria-label={texts.order.preview} closedby="any">
        <form method="dialog">
          <button className={css.close} aria-label={texts.close}>
            <Icon name="close" size={22} />
          </button>
        </form>
        <img className={css.large} src={url} alt={texts.order.preview} loading="lazy" decoding="async" />
      </dialog>
    </>
  )
}
