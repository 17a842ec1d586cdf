import type { LanguageCode } from '#contract/rules/languages.ts'
import type { Site } from '#contract/sites.ts'

export interface FooterLink {
  label: string
  url: string
}

/** The pages linked under every mail to a customer (spec §2): a landing domain keeps them at `/terms`, … */
const pages = ['terms', 'privacy', 'contact', 'refund'] as const

const labels = {
  en: { terms: 'Terms', privacy: 'Privacy', contact: 'Contact', refund: 'Refund' },
  id: { terms: 'Ketentuan', privacy: 'Privasi', contact: 'Kontak', refund: 'Pengembalian Dana' },
  ms: { terms: 'Terma', privacy: 'Privasi', contact: 'Hubungi kami', refund: 'Bayaran balik' },
  fil: { terms: 'Mga tuntunin', privacy: 'Pagkapribado', contact: 'Makipag-ugnayan', refund: 'Pag-refund' },
  vi: { terms: 'Điều khoản', privacy: 'Quyền riêng tư', contact: 'Liên hệ', refund: 'Hoàn tiền' },
  th: { terms: 'ข้อกำหนด', privacy: 'ความเป็นส่วนตัว', contact: 'ติดต่อเรา', refund: 'การคืนเงิน' },
  'zh-Hans': { terms: '条款', privacy: '隐私', contact: '联系我们', refund: '退款' },
  ja: { terms: '利用規約', privacy: 'プライバシー', contact: 'お問い合わせ', refund: '返金' },
  ko: { terms: '이용약관', privacy: '개인정보 보호', contact: '문의', refund: '환불' },
  hi: { terms: 'शर्तें', privacy: 'गोपनीयता', contact: 'संपर्क', refund: 'रिफ़ंड' },
  ar: { terms: 'الشروط', privacy: 'الخصوصية', contact: 'اتصل بنا', refund: 'استرداد المبلغ' },
  ru: { terms: 'Условия', privacy: 'Конфиденциальность', contact: 'Контакты', refund: 'Возврат средств' },
  de: { terms: 'AGB', privacy: 'Datenschutz', contact: 'Kontakt', refund: 'Erstattung' },
  fr: { terms: 'Conditions', privacy: 'Confidentialité', contact: 'Contact', refund: 'Remboursement' },
  es: { terms: 'Condiciones', privacy: 'Privacidad', contact: 'Contacto', refund: 'Reembolso' },
} satisfies Record<LanguageCode, Record<(typeof pages)[number], string>>

/**
 * The site's own link whose label has the English word, else that page of the domain that the order was bought on.
 * `publicUrl` is where links without a host lead.
 */
export function footerLinks(
  site: Site,
  landingDomain: string,
  publicUrl: string,
  language: LanguageCode = 'en',
): FooterLink[] {
  const domain = `https://${landingDomain}`
  const base = URL.canParse(domain) ? domain : publicUrl
  return pages.map((page) => {
    const label = labels[language][page]
    const own = site.links.find((link) => link.label.toLowerCase().includes(page))
    return own && URL.canParse(own.url, publicUrl)
      ? { label, url: new URL(own.url, publicUrl).href }
      : { label, url: new URL(`/${page}`, base).href }
  })
}
