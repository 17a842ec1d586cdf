import { Icon } from '../Icon.tsx'
import { useTexts } from '../localization.ts'
import { useShowToast, type Toast } from './toast.ts'
import css from './layout.module.css'

/** A good toast is announced; a bad one stands beside an alert that is announced already. */
export function ToastArea({ toast }: { toast: Toast | null }) {
  const texts = useTexts()
  return (
    <section className={css.area} aria-label={texts.messages}>
      <output>{toast?.tone === 'good' && <ToastCard toast={toast} />}</output>
      {toast?.tone === 'bad' && <ToastCard toast={toast} />}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const texts = useTexts()
  const show = useShowToast()
  return (
    <span className={css.toast} data-tone={toast.tone}>
      <Icon name={toast.tone === 'good' ? 'ok' : 'alert'} size={22} className={css.mark} />
      <span>{toast.text}</span>
      <button type="button" className={css.close} aria-label={texts.close} onClick={() => show(null)}>
        <Icon name="close" size={18} />
      </button>
    </span>
  )
}
