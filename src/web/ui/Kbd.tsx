import css from './labels.module.css'

/** The key of the button that it stands in; sighted readers see it, others have it by `aria-keyshortcuts`. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className={`centered rigid nowrap ${css.key}`} aria-hidden="true">
    {children}
  </kbd>
)
