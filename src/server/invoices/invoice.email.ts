import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/rules/languages.ts'
import { localizedMoney } from '#contract/rules/localized-formats.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { siteFor } from '#server/sites/sites.ts'
import { drawInvoicePdf } from './invoice-pdf.ts'
import { invoice } from './invoice.ts'

/** The mail is in the order's language; the invoice itself is English. */
const invoiceProps = z.extend(invoice, { language: mailLanguage })

interface InvoiceMailTexts {
  /** The order's id follows. */
  subject: (number: string) => string
  order: string
  attached: string
  number: string
  orderId: string
  amount: string
  questions: string
}

const textsByLanguage = {
  en: {
    subject: (number) => `Your invoice ${number}`,
    order: 'order',
    attached: 'The invoice for your order is attached to this e-mail as a PDF document.',
    number: 'Invoice number',
    orderId: 'Order ID',
    amount: 'Amount',
    questions: 'Questions? Reply to this e-mail.',
  },
  id: {
    subject: (number) => `Faktur Anda ${number}`,
    order: 'pesanan',
    attached: 'Faktur untuk pesanan Anda terlampir pada email ini sebagai dokumen PDF.',
    number: 'Nomor faktur',
    orderId: 'ID pesanan',
    amount: 'Jumlah',
    questions: 'Ada pertanyaan? Silakan balas email ini.',
  },
  ms: {
    subject: (number) => `Invois anda ${number}`,
    order: 'pesanan',
    attached: 'Invois untuk pesanan anda dilampirkan pada e-mel ini sebagai dokumen PDF.',
    number: 'Nombor invois',
    orderId: 'ID pesanan',
    amount: 'Jumlah',
    questions: 'Ada pertanyaan? Sila balas e-mel ini.',
  },
  fil: {
    subject: (number) => `Ang inyong invoice ${number}`,
    order: 'order',
    attached: 'Nakalakip sa email na ito ang invoice para sa inyong order bilang PDF.',
    number: 'Numero ng invoice',
    orderId: 'ID ng order',
    amount: 'Halaga',
    questions: 'May tanong? Sumagot lamang sa email na ito.',
  },
  vi: {
    subject: (number) => `Hóa đơn ${number} của quý khách`,
    order: 'đơn hàng',
    attached: 'Hóa đơn cho đơn hàng của quý khách được đính kèm email này dưới dạng tệp PDF.',
    number: 'Số hóa đơn',
    orderId: 'Mã đơn hàng',
    amount: 'Số tiền',
    questions: 'Nếu có thắc mắc, quý khách vui lòng trả lời email này.',
  },
  th: {
    subject: (number) => `ใบแจ้งหนี้ของคุณ ${number}`,
    order: 'คำสั่งซื้อ',
    attached: 'ใบแจ้งหนี้สำหรับคำสั่งซื้อของคุณแนบมากับอีเมลนี้ในรูปแบบ PDF',
    number: 'เลขที่ใบแจ้งหนี้',
    orderId: 'หมายเลขคำสั่งซื้อ',
    amount: 'จำนวนเงิน',
    questions: 'หากมีคำถาม โปรดตอบกลับอีเมลนี้',
  },
  'zh-Hans': {
    subject: (number) => `您的账单 ${number}`,
    order: '订单',
    attached: '随信附上您的订单账单（PDF 文件），请查收。',
    number: '账单编号',
    orderId: '订单号',
    amount: '金额',
    questions: '如有疑问，请直接回复本邮件。',
  },
  ja: {
    subject: (number) => `請求書 ${number} のお届け`,
    order: '注文',
    attached: 'ご注文の請求書をPDFファイルで添付いたします。',
    number: '請求書番号',
    orderId: '注文番号',
    amount: '金額',
    questions: 'ご不明な点がございましたら、このメールにご返信ください。',
  },
  ko: {
    subject: (number) => `청구서 ${number}`,
    order: '주문',
    attached: '주문하신 내역의 청구서를 PDF 파일로 첨부해 드립니다.',
    number: '청구서 번호',
    orderId: '주문 번호',
    amount: '금액',
    questions: '궁금한 점이 있으시면 이 메일에 회신해 주세요.',
  },
  hi: {
    subject: (number) => `आपका इनवॉइस ${number}`,
    order: 'ऑर्डर',
    attached: 'आपके ऑर्डर का इनवॉइस इस ईमेल के साथ PDF के रूप में भेजा गया है।',
    number: 'इनवॉइस संख्या',
    orderId: 'ऑर्डर आईडी',
    amount: 'राशि',
    questions: 'कोई सवाल है? इस ईमेल का उत्तर दें।',
  },
  ar: {
    subject: (number) => `فاتورتك رقم ${number}`,
    order: 'الطلب',
    attached: 'أرفقنا بهذه الرسالة فاتورة طلبك بصيغة PDF.',
    number: 'رقم الفاتورة',
    orderId: 'رقم الطلب',
    amount: 'المبلغ',
    questions: 'هل لديك سؤال؟ يمكنك الرد على هذه الرسالة.',
  },
  ru: {
    subject: (number) => `Ваш счёт ${number}`,
    order: 'заказ',
    attached: 'Счёт за ваш заказ приложен к этому письму в формате PDF.',
    number: 'Номер счёта',
    orderId: 'Номер заказа',
    amount: 'Сумма',
    questions: 'Есть вопросы? Ответьте на это письмо.',
  },
  de: {
    subject: (number) => `Ihre Rechnung ${number}`,
    order: 'Bestellung',
    attached: 'Die Rechnung zu Ihrer Bestellung finden Sie als PDF im Anhang dieser E-Mail.',
    number: 'Rechnungsnummer',
    orderId: 'Bestellnummer',
    amount: 'Betrag',
    questions: 'Haben Sie Fragen? Antworten Sie auf diese E-Mail.',
  },
  fr: {
    subject: (number) => `Votre facture ${number}`,
    order: 'commande',
    attached: 'Vous trouverez la facture de votre commande en pièce jointe, au format PDF.',
    number: 'Numéro de facture',
    orderId: 'Numéro de commande',
    amount: 'Montant',
    questions: 'Une question\u00A0? Répondez à cet e-mail.',
  },
  es: {
    subject: (number) => `Su factura ${number}`,
    order: 'pedido',
    attached: 'Le adjuntamos la factura de su pedido en un documento PDF.',
    number: 'Número de factura',
    orderId: 'Número de pedido',
    amount: 'Importe',
    questions: '¿Tiene alguna pregunta? Responda a este correo.',
  },
} satisfies Record<LanguageCode, InvoiceMailTexts>

/** The mail with the invoice attached, the only kind with an attachment (product §7). */
export const invoiceMail = defineMail('invoice', invoiceProps, {
  render({ language = 'en', ...invoice }, config) {
    const { number, facts } = invoice
    const { orderId, customerName, amount, currency, landingDomain } = facts
    const site = siteFor(config, landingDomain)
    const texts: InvoiceMailTexts = textsByLanguage[language]
    const content = composeMail({
      brand: site.name,
      subject: `${texts.subject(number)} – ${texts.order} ${orderId}`,
      language,
      name: customerName,
      parts: [
        texts.attached,
        {
          facts: [
            [texts.number, number],
            [texts.orderId, String(orderId)],
            [texts.amount, localizedMoney(language, amount, currency)],
          ],
        },
        texts.questions,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
    const attachment = {
      fileName: `invoice-${number}.pdf`,
      contentType: 'application/pdf',
      bytes: () => drawInvoicePdf(invoice),
    }
    return { ...content, attachments: [attachment] }
  },
  sample: {
    number: '2026-000123',
    issuedAt: '2026-11-20T08:00:00Z',
    facts: {
      orderId: 2000001,
      orderedAt: '2026-11-18T08:00:00Z',
      orderType: 'Arrival',
      customerName: 'Siti Nurhaliza',
      email: 'siti@example.com',
      amount: '49.00',
      currency: 'USD',
      transactionId: 'ch_3QK1',
      landingDomain: 'arrival.example',
      seller: {
        name: 'Pabean',
        email: 'help@pabean.example',
        phone: '+62 21 1234567',
        address: 'Jl. Contoh No. 8, Jakarta 10110, Indonesia',
        registeredName: 'PT Pabean Contoh Digital',
        taxNumber: '0012 3456 7890 1000',
        taxLabel: 'NPWP',
      },
      customerAddress: '12 Orchard Road, Singapore 238832',
      paidAt: '2026-11-18T07:59:00Z',
      paidBy: 'Visa ending in 4242',
    },
  },
})
