import { fillText, pluralForm, type PluralForms } from '#contract/rules/fill-text.ts'
import { languageCodes, type LanguageCode } from '#contract/rules/languages.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import ar from './visitor-messages/ar.json' with { type: 'json' }
import de from './visitor-messages/de.json' with { type: 'json' }
import en from './visitor-messages/en.json' with { type: 'json' }
import es from './visitor-messages/es.json' with { type: 'json' }
import fil from './visitor-messages/fil.json' with { type: 'json' }
import fr from './visitor-messages/fr.json' with { type: 'json' }
import hi from './visitor-messages/hi.json' with { type: 'json' }
import id from './visitor-messages/id.json' with { type: 'json' }
import ja from './visitor-messages/ja.json' with { type: 'json' }
import ko from './visitor-messages/ko.json' with { type: 'json' }
import ms from './visitor-messages/ms.json' with { type: 'json' }
import ru from './visitor-messages/ru.json' with { type: 'json' }
import th from './visitor-messages/th.json' with { type: 'json' }
import vi from './visitor-messages/vi.json' with { type: 'json' }
import zhHans from './visitor-messages/zh-Hans.json' with { type: 'json' }

type Texts = Record<Exclude<keyof typeof en, 'tooManyAttempts'>, string> & { tooManyAttempts: PluralForms }

const texts: Record<LanguageCode, Texts> = {
  en,
  id,
  ms,
  fil,
  vi,
  th,
  'zh-Hans': zhHans,
  ja,
  ko,
  hi,
  ar,
  ru,
  de,
  fr,
  es,
}

/** The server's messages to visitors in a language. The English field messages are the specification's (spec §5). */
const messagesIn = (language: LanguageCode) => ({
  ...texts[language],
  /** Whole minutes, at least one. */
  tooManyAttempts: (minutes: number) =>
    fillText(pluralForm(language, texts[language].tooManyAttempts, minutes), { minutes }),
})
export type VisitorMessages = ReturnType<typeof messagesIn>

export const visitorMessages = recordOf(languageCodes, messagesIn)
