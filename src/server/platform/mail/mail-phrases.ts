import type { LanguageCode } from '#contract/rules/languages.ts'

interface MailPhrases {
  /** The greeting before and after the name. */
  before: string
  after: string
  /** The greeting where the name is not known. */
  nobody: string
  /** Between a label and its value. */
  colon: string
}

/** Greeting and punctuation in each language. */
export const mailPhrases = {
  en: { before: 'Dear ', after: ',', nobody: 'Dear customer,', colon: ': ' },
  id: { before: 'Yth. Bapak/Ibu ', after: ',', nobody: 'Yth. Pelanggan,', colon: ': ' },
  ms: { before: 'Tuan/Puan ', after: ',', nobody: 'Pelanggan yang dihormati,', colon: ': ' },
  fil: { before: 'Magandang araw, ', after: ',', nobody: 'Magandang araw,', colon: ': ' },
  vi: { before: 'Kính gửi quý khách ', after: ',', nobody: 'Kính gửi quý khách,', colon: ': ' },
  th: { before: 'เรียน คุณ', after: '', nobody: 'เรียนท่านลูกค้า', colon: ': ' },
  'zh-Hans': { before: '', after: '，您好：', nobody: '您好：', colon: '：' },
  ja: { before: '', after: ' 様', nobody: 'お客様', colon: '：' },
  ko: { before: '', after: ' 고객님, 안녕하세요.', nobody: '고객님, 안녕하세요.', colon: ': ' },
  hi: { before: 'नमस्ते ', after: ' जी,', nobody: 'नमस्ते,', colon: ': ' },
  ar: { before: 'مرحبًا ', after: '،', nobody: 'عميلنا العزيز،', colon: ': ' },
  ru: { before: 'Здравствуйте, ', after: '!', nobody: 'Здравствуйте!', colon: ': ' },
  de: { before: 'Guten Tag ', after: ',', nobody: 'Guten Tag,', colon: ': ' },
  fr: { before: 'Bonjour ', after: ',', nobody: 'Bonjour,', colon: '\u00A0: ' },
  es: { before: 'Hola, ', after: ':', nobody: 'Hola:', colon: ': ' },
} as const satisfies Record<LanguageCode, MailPhrases>
