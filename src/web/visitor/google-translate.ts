import type { LanguageCode } from '#contract/rules/languages.ts'
import type { TranslatedLanguage } from '#contract/rules/translated-languages.ts'

interface Google {
  translate: {
    TranslateElement: new (
      options: { pageLanguage: string; includedLanguages: string; autoDisplay: boolean },
      elementId: string,
    ) => unknown
  }
}

declare global {
  interface Window {
    google?: Google
    showTranslation?: () => unknown
  }
}

const elementId = 'google-translation'
const scriptUrl = 'https://translate.google.com/translate_a/element.js?cb=showTranslation'

/** Google's language codes that differ. */
const googleLanguageCodes: Partial<Record<LanguageCode, string>> = { 'zh-Hans': 'zh-CN', fil: 'tl' }

/** Google's element reads the target language from its cookie. */
export function translatePage(language: LanguageCode, target: TranslatedLanguage) {
  if (document.getElementById(elementId)) return
  const from = googleLanguageCodes[language] ?? language
  tolerateMovedNodes()
  document.cookie = `googtrans=/${from}/${target}; path=/; samesite=lax`
  const container = document.createElement('div')
  container.id = elementId
  container.hidden = true
  document.body.append(container)
  window.showTranslation = () => {
    if (!window.google) return null
    const options = { pageLanguage: from, includedLanguages: target, autoDisplay: false }
    return new window.google.translate.TranslateElement(options, elementId)
  }
  const script = document.createElement('script')
  script.src = scriptUrl
  script.async = true
  document.head.append(script)
}

/** Google replaces text nodes of React, which must not throw when it moves or removes them. */
function tolerateMovedNodes() {
  const remove = Node.prototype.removeChild
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) return child
    remove.call(this, child)
    return child
  }
  const insert = Node.prototype.insertBefore
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insert.call(this, node, before?.parentNode === this ? before : null)
    return node
  }
}
