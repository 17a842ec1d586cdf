import type { LanguageCode } from '#contract/rules/languages.ts'
import ar from './questions/ar.json' with { type: 'json' }
import de from './questions/de.json' with { type: 'json' }
import en from './questions/en.json' with { type: 'json' }
import es from './questions/es.json' with { type: 'json' }
import fil from './questions/fil.json' with { type: 'json' }
import fr from './questions/fr.json' with { type: 'json' }
import hi from './questions/hi.json' with { type: 'json' }
import id from './questions/id.json' with { type: 'json' }
import ja from './questions/ja.json' with { type: 'json' }
import ko from './questions/ko.json' with { type: 'json' }
import ms from './questions/ms.json' with { type: 'json' }
import ru from './questions/ru.json' with { type: 'json' }
import th from './questions/th.json' with { type: 'json' }
import vi from './questions/vi.json' with { type: 'json' }
import zhHans from './questions/zh-Hans.json' with { type: 'json' }

/** What a customer is asked, by when, and the page that takes the answer, which gets its texts from the server (product §12). */
export const questionTexts: Record<LanguageCode, typeof en> = {
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
