import type { Candidate } from '#contract/proposals.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './proposed-document.module.css'

export function Agreement({ agrees, contradicts }: Pick<Candidate, 'agrees' | 'contradicts'>) {
  return (
    <ul className={`flex wrap shrinkable small tight ${css.list}`}>
      {contradicts.map(({ identifier, document, order }) => (
        <li key={identifier} className={css.contradicts}>
          <Icon name="close" size={13} className={`rigid ${css.mark}`} />
          <span>
            {identifier} <ExternalText>{document}</ExternalText>, order <ExternalText>{order}</ExternalText>
          </span>
        </li>
      ))}
      {agrees.map((identifier) => (
        <li key={identifier}>
          <Icon name="tick" size={13} className={`rigid ${css.mark}`} />
          {identifier}
        </li>
      ))}
    </ul>
  )
}
