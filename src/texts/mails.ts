import type { LanguageCode } from '#contract/rules/languages.ts'
import ar from './mails/ar.json' with { type: 'json' }
import de from './mails/de.json' with { type: 'json' }
import en from './mails/en.json' with { type: 'json' }
import es from './mails/es.json' with { type: 'json' }
import fil from './mails/fil.json' with { type: 'json' }
import fr from './mails/fr.json' with { type: 'json' }
import hi from './mails/hi.json' with { type: 'json' }
import id from './mails/id.json' with { type: 'json' }
import ja from './mails/ja.json' with { type: 'json' }
import ko from './mails/ko.json' with { type: 'json' }
import ms from './mails/ms.json' with { type: 'json' }
import ru from './mails/ru.json' with { type: 'json' }
import th from './mails/th.json' with { type: 'json' }
import vi from './mails/vi.json' with { type: 'json' }
import zhHans from './mails/zh-Hans.json' with { type: 'json' }

/** The texts of mails to customers, from their greeting to the links below. */
export const mailTexts: Record<LanguageCode, typeof en> = {
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
