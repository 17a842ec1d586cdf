import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/rules/languages.ts'
import { localizedMoney } from '#contract/rules/localized-formats.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { singleLine } from '#server/platform/single-line.ts'
import { siteFor } from '#server/sites/sites.ts'
import { refundObstacle } from './refund-orders.queries.ts'

const refundProps = z.object({
  language: mailLanguage,
  orderId: z.number(),
  customerName: z.string(),
  landingDomain: z.string(),
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  reference: z.nullable(z.string()),
})

interface RefundMailTexts {
  subject: (orderId: number) => string
  news: string
  orderId: string
  amount: string
  reference: string
  wait: string
  questions: string
}

const textsByLanguage = {
  en: {
    subject: (orderId) => `Your order ${orderId} has been refunded`,
    news: 'We have refunded your order to the payment method that you used.',
    orderId: 'Order ID',
    amount: 'Amount',
    reference: 'Reference',
    wait: 'Depending on your bank, it may take five to ten working days to reach you.',
    questions: 'Questions? Reply to this e-mail.',
  },
  id: {
    subject: (orderId) => `Dana untuk pesanan ${orderId} telah dikembalikan`,
    news: 'Kami telah mengembalikan dana pesanan Anda ke metode pembayaran yang Anda gunakan.',
    orderId: 'ID pesanan',
    amount: 'Jumlah',
    reference: 'Referensi',
    wait: 'Dana akan terlihat di rekening Anda dalam lima sampai sepuluh hari kerja, tergantung bank Anda.',
    questions: 'Ada pertanyaan? Silakan balas email ini.',
  },
  ms: {
    subject: (orderId) => `Bayaran untuk pesanan ${orderId} telah dikembalikan`,
    news: 'Kami telah mengembalikan bayaran pesanan anda melalui kaedah pembayaran yang anda gunakan.',
    orderId: 'ID pesanan',
    amount: 'Jumlah',
    reference: 'Rujukan',
    wait: 'Bergantung pada bank anda, wang itu akan kelihatan dalam lima hingga sepuluh hari bekerja.',
    questions: 'Ada pertanyaan? Sila balas e-mel ini.',
  },
  fil: {
    subject: (orderId) => `Naibalik na ang bayad para sa inyong order ${orderId}`,
    news: 'Ibinalik na namin ang bayad sa inyong order sa paraan ng pagbabayad na ginamit ninyo.',
    orderId: 'ID ng order',
    amount: 'Halaga',
    reference: 'Sanggunian',
    wait: 'Depende sa inyong bangko, makikita ninyo ito sa loob ng lima hanggang sampung araw na may pasok.',
    questions: 'May tanong? Sumagot lamang sa email na ito.',
  },
  vi: {
    subject: (orderId) => `Đơn hàng ${orderId} của quý khách đã được hoàn tiền`,
    news: 'Chúng tôi đã hoàn tiền đơn hàng về phương thức thanh toán mà quý khách đã dùng.',
    orderId: 'Mã đơn hàng',
    amount: 'Số tiền',
    reference: 'Số tham chiếu',
    wait: 'Tùy ngân hàng, quý khách sẽ nhận được tiền trong vòng năm đến mười ngày làm việc.',
    questions: 'Nếu có thắc mắc, quý khách vui lòng trả lời email này.',
  },
  th: {
    subject: (orderId) => `คืนเงินสำหรับคำสั่งซื้อ ${orderId} ของคุณแล้ว`,
    news: 'เราได้คืนเงินสำหรับคำสั่งซื้อของคุณไปยังช่องทางชำระเงินที่คุณใช้แล้ว',
    orderId: 'หมายเลขคำสั่งซื้อ',
    amount: 'จำนวนเงิน',
    reference: 'หมายเลขอ้างอิง',
    wait: 'คุณจะเห็นยอดเงินภายในห้าถึงสิบวันทำการ ขึ้นอยู่กับธนาคารของคุณ',
    questions: 'หากมีคำถาม โปรดตอบกลับอีเมลนี้',
  },
  'zh-Hans': {
    subject: (orderId) => `您的订单 ${orderId} 已退款`,
    news: '您的订单已退款，款项将原路退回至您的付款账户。',
    orderId: '订单号',
    amount: '金额',
    reference: '参考号',
    wait: '到账时间视银行而定，一般需要五至十个工作日。',
    questions: '如有疑问，请直接回复本邮件。',
  },
  ja: {
    subject: (orderId) => `ご注文 ${orderId} の返金手続きが完了しました`,
    news: 'お支払いに使用された決済方法へ、ご注文の代金を返金いたしました。',
    orderId: '注文番号',
    amount: '金額',
    reference: '照会番号',
    wait: '銀行により異なりますが、返金の反映までに5〜10営業日ほどかかります。',
    questions: 'ご不明な点がございましたら、このメールにご返信ください。',
  },
  ko: {
    subject: (orderId) => `주문 ${orderId}의 환불이 처리되었습니다`,
    news: '결제하신 수단으로 주문 금액을 환불해 드렸습니다.',
    orderId: '주문 번호',
    amount: '금액',
    reference: '참조 번호',
    wait: '은행에 따라 환불 금액이 확인되기까지 영업일 기준 5~10일이 걸립니다.',
    questions: '궁금한 점이 있으시면 이 메일에 회신해 주세요.',
  },
  hi: {
    subject: (orderId) => `आपके ऑर्डर ${orderId} का रिफ़ंड कर दिया गया है`,
    news: 'हमने आपके ऑर्डर की राशि उसी भुगतान माध्यम में लौटा दी है जिससे आपने भुगतान किया था।',
    orderId: 'ऑर्डर आईडी',
    amount: 'राशि',
    reference: 'संदर्भ संख्या',
    wait: 'आपके बैंक के अनुसार, राशि दिखाई देने में पाँच से दस कार्य दिवस लग सकते हैं।',
    questions: 'कोई सवाल है? इस ईमेल का उत्तर दें।',
  },
  ar: {
    subject: (orderId) => `تم رد مبلغ طلبك ${orderId}`,
    news: 'أعدنا مبلغ طلبك إلى وسيلة الدفع التي استخدمتها.',
    orderId: 'رقم الطلب',
    amount: 'المبلغ',
    reference: 'الرقم المرجعي',
    wait: 'يظهر المبلغ في حسابك خلال خمسة إلى عشرة أيام عمل، بحسب البنك الذي تتعامل معه.',
    questions: 'هل لديك سؤال؟ يمكنك الرد على هذه الرسالة.',
  },
  ru: {
    subject: (orderId) => `Деньги за ваш заказ ${orderId} возвращены`,
    news: 'Мы вернули деньги за ваш заказ тем же способом, которым вы его оплатили.',
    orderId: 'Номер заказа',
    amount: 'Сумма',
    reference: 'Номер операции',
    wait: 'Деньги поступят в течение пяти–десяти рабочих дней, в зависимости от вашего банка.',
    questions: 'Есть вопросы? Ответьте на это письмо.',
  },
  de: {
    subject: (orderId) => `Ihre Bestellung ${orderId} wurde erstattet`,
    news: 'Wir haben Ihre Bestellung über das Zahlungsmittel erstattet, mit dem Sie bezahlt haben.',
    orderId: 'Bestellnummer',
    amount: 'Betrag',
    reference: 'Referenz',
    wait: 'Je nach Bank dauert es fünf bis zehn Werktage, bis Sie den Betrag auf Ihrem Konto sehen.',
    questions: 'Haben Sie Fragen? Antworten Sie auf diese E-Mail.',
  },
  fr: {
    subject: (orderId) => `Votre commande ${orderId} a été remboursée`,
    news: 'Nous avons remboursé votre commande sur le moyen de paiement que vous avez utilisé.',
    orderId: 'Numéro de commande',
    amount: 'Montant',
    reference: 'Référence',
    wait: 'Selon votre banque, le montant apparaît sur votre compte sous cinq à dix jours ouvrés.',
    questions: 'Une question\u00A0? Répondez à cet e-mail.',
  },
  es: {
    subject: (orderId) => `Hemos reembolsado su pedido ${orderId}`,
    news: 'Hemos reembolsado su pedido en el medio de pago que utilizó.',
    orderId: 'Número de pedido',
    amount: 'Importe',
    reference: 'Referencia',
    wait: 'Según su banco, el importe tardará entre cinco y diez días hábiles en aparecer.',
    questions: '¿Tiene alguna pregunta? Responda a este correo.',
  },
} satisfies Record<LanguageCode, RefundMailTexts>

/** Says that an order was refunded, with amount and reference where they are known. */
export const refundMail = defineMail('refund', refundProps, {
  obstacle: refundObstacle,
  render({ language = 'en', orderId, customerName, landingDomain, amount, currency, reference }, config) {
    const site = siteFor(config, landingDomain)
    const texts: RefundMailTexts = textsByLanguage[language]
    return composeMail({
      brand: site.name,
      subject: texts.subject(orderId),
      language,
      name: customerName,
      parts: [
        texts.news,
        {
          facts: [
            [texts.orderId, String(orderId)],
            ...(amount ? [[texts.amount, localizedMoney(language, amount, currency)] as const] : []),
            ...(reference ? [[texts.reference, singleLine(reference)] as const] : []),
          ],
        },
        texts.wait,
        texts.questions,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
  },
  sample: {
    orderId: 2000001,
    customerName: 'Siti Nurhaliza',
    landingDomain: 'arrival.example',
    amount: '49.00',
    currency: 'USD',
    reference: 're_3QK1',
  },
})
