import { trackPath } from '#contract/rules/visitor-addresses.ts'
import { pathWithTranslation, useAddress } from './address.ts'
import { Heading } from './Heading.tsx'
import css from './page.module.css'
import { useTexts } from './localization.ts'

/** For every address that is no page of ours. */
export function NotFoundPage() {
  const { missing } = useTexts()
  const { search } = useAddress()
  return (
    <div>
      <Heading title={missing.title}>{missing.heading}</Heading>
      <p className={css.lede}>{missing.lede}</p>
      <p className={css.lede}>
        <a href={pathWithTranslation(trackPath(null), search)}>{missing.track}</a>
      </p>
    </div>
  )
}
