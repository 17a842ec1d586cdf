import { fillText } from '#contract/rules/fill-text.ts'
import type { LanguageCode } from '#contract/rules/languages.ts'
import { askedKind } from '#contract/rules/question-fields.ts'
import { questionTexts } from '#texts/questions.ts'

/** The goods' owner has the traveller's fields under this prefix. */
const ownerPrefix = /^departure_owner_(?!type$)/
const stemOf = (key: string) => key.replace(ownerPrefix, '').replace(/^(arrival|departure)_/, '')

/** A field's name for customers; every field of a question has a label. */
export function labelOfField(language: LanguageCode, key: string): string {
  const { labels, ownersOf } = questionTexts[language]
  const label = textOfKey(labels, stemOf(key))
  if (!label) throw new Error(`${key} has no label.`)
  return ownerPrefix.test(key) ? fillText(ownersOf, { label }) : label
}

/** How a field is to be filled; null if that is plain. */
export function hintOfField(language: LanguageCode, key: string): string | null {
  const { hints } = questionTexts[language]
  const kind = askedKind(key)
  const isSeveral = kind === 'texts' || kind === 'countries'
  return textOfKey(hints, stemOf(key)) ?? (isSeveral ? hints.several : null)
}

const textOfKey = (texts: Readonly<Record<string, string>>, key: string): string | undefined => texts[key]
