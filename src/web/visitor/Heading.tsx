import { useBrand } from './brand.ts'
import css from './page.module.css'

export function Heading({ title, children }: { title: string; children: string }) {
  const name = useBrand()?.name
  return (
    <>
      <title>{name ? `${title} – ${name}` : title}</title>
      <h1 className={css.heading}>{children}</h1>
    </>
  )
}
