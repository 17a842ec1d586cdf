import css from './labels.module.css'

/** Visual only; screen readers get the key from `aria-keyshortcuts`. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className={`centered rigid nowrap ${css.key}`} aria-hidden="true">
    {children}
  </kbd>
)
