import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/rules/languages.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { trackPath } from '#contract/rules/visitor-addresses.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { siteFor } from '#server/sites/sites.ts'

const linkProps = z.object({
  language: mailLanguage,
  landingDomain: z.string(),
  /** Those of the address, newest first; the travel date is `YYYY-MM-DD`. */
  orders: z.readonly(z.array(z.object({ orderId: z.number(), travelDate: z.nullable(z.string()) }))),
})

type OneOrMany = readonly [one: string, many: string]

interface LinkMailTexts {
  /** The order's id follows, or several with commas. */
  subject: OneOrMany
  asked: OneOrMany
  order: string
  travel: (date: string) => string
  needed: string
  ignore: string
}

const textsByLanguage = {
  en: {
    subject: ['The link to your order', 'The links to your orders'],
    asked: [
      'You asked for the link to your order. Here it is:',
      'You asked for the links to your orders. Here they are:',
    ],
    order: 'Order',
    travel: (date) => `travel on ${date}`,
    needed: 'To open it, enter the e-mail address that this message was sent to.',
    ignore: 'If you did not ask for it, you can ignore this e-mail.',
  },
  id: {
    subject: ['Tautan ke pesanan Anda', 'Tautan ke pesanan-pesanan Anda'],
    asked: [
      'Anda meminta tautan ke pesanan Anda. Berikut tautannya:',
      'Anda meminta tautan ke pesanan Anda. Berikut tautan untuk setiap pesanan:',
    ],
    order: 'Pesanan',
    travel: (date) => `perjalanan ${date}`,
    needed: 'Untuk membukanya, masukkan alamat email tempat Anda menerima pesan ini.',
    ignore: 'Jika Anda tidak memintanya, abaikan saja email ini.',
  },
  ms: {
    subject: ['Pautan ke pesanan anda', 'Pautan ke semua pesanan anda'],
    asked: [
      'Anda meminta pautan ke pesanan anda. Ini pautannya:',
      'Anda meminta pautan ke pesanan anda. Ini pautan bagi setiap pesanan:',
    ],
    order: 'Pesanan',
    travel: (date) => `perjalanan pada ${date}`,
    needed: 'Untuk membukanya, masukkan alamat e-mel yang menerima mesej ini.',
    ignore: 'Jika anda tidak memintanya, abaikan sahaja e-mel ini.',
  },
  fil: {
    subject: ['Ang link sa inyong order', 'Ang mga link sa inyong mga order'],
    asked: [
      'Hiniling ninyo ang link sa inyong order. Narito ito:',
      'Hiniling ninyo ang mga link sa inyong mga order. Narito ang mga ito:',
    ],
    order: 'Inyong order',
    travel: (date) => `biyahe sa ${date}`,
    needed: 'Upang mabuksan ito, ilagay ang email address na nakatanggap ng mensaheng ito.',
    ignore: 'Kung hindi kayo ang humiling nito, huwag na lamang pansinin ang email na ito.',
  },
  vi: {
    subject: ['Liên kết đến đơn hàng của quý khách', 'Liên kết đến các đơn hàng của quý khách'],
    asked: [
      'Quý khách đã yêu cầu gửi lại liên kết đến đơn hàng. Liên kết ở dưới đây:',
      'Quý khách đã yêu cầu gửi lại liên kết đến các đơn hàng. Các liên kết ở dưới đây:',
    ],
    order: 'Đơn hàng',
    travel: (date) => `chuyến đi ngày ${date}`,
    needed: 'Để mở đơn hàng, hãy nhập địa chỉ email đã nhận thư này.',
    ignore: 'Nếu quý khách không yêu cầu, xin bỏ qua email này.',
  },
  th: {
    subject: ['ลิงก์คำสั่งซื้อของคุณ', 'ลิงก์คำสั่งซื้อทั้งหมดของคุณ'],
    asked: ['นี่คือลิงก์คำสั่งซื้อที่คุณขอ', 'นี่คือลิงก์คำสั่งซื้อทั้งหมดที่คุณขอ'],
    order: 'คำสั่งซื้อ',
    travel: (date) => `เดินทางวันที่ ${date}`,
    needed: 'เมื่อเปิดลิงก์ ให้กรอกที่อยู่อีเมลที่ได้รับข้อความนี้',
    ignore: 'หากคุณไม่ได้ขอลิงก์นี้ โปรดข้ามอีเมลนี้ไปได้เลย',
  },
  'zh-Hans': {
    subject: ['您的订单链接', '您的订单链接'],
    asked: ['您申请重新发送订单链接，链接如下：', '您申请重新发送订单链接，各订单的链接如下：'],
    order: '订单',
    travel: (date) => `${date}出行`,
    needed: '打开时，请输入接收本邮件的邮箱地址。',
    ignore: '如果这不是您本人的操作，请忽略本邮件。',
  },
  ja: {
    subject: ['ご注文へのリンク', 'ご注文へのリンク'],
    asked: [
      'ご依頼いただいた、ご注文へのリンクをお送りします。',
      'ご依頼いただいた、各ご注文へのリンクをお送りします。',
    ],
    order: '注文',
    travel: (date) => `${date}ご旅行`,
    needed: '開く際は、このメールを受け取ったメールアドレスを入力してください。',
    ignore: 'お心当たりのない場合は、このメールを破棄してください。',
  },
  ko: {
    subject: ['주문 링크 안내', '주문 링크 안내'],
    asked: ['요청하신 주문 링크를 보내 드립니다.', '요청하신 주문별 링크를 보내 드립니다.'],
    order: '주문',
    travel: (date) => `${date} 여행`,
    needed: '링크를 연 뒤 이 메일을 받으신 이메일 주소를 입력해 주세요.',
    ignore: '요청하신 적이 없다면 이 메일을 무시하셔도 됩니다.',
  },
  hi: {
    subject: ['आपके ऑर्डर का लिंक', 'आपके ऑर्डर के लिंक'],
    asked: ['आपने अपने ऑर्डर का लिंक माँगा था। वह यह रहा:', 'आपने अपने ऑर्डर के लिंक माँगे थे। वे ये रहे:'],
    order: 'ऑर्डर',
    travel: (date) => `यात्रा ${date}`,
    needed: 'ऑर्डर खोलने के लिए वही ईमेल पता लिखें जिस पर यह संदेश आया है।',
    ignore: 'अगर आपने यह लिंक नहीं माँगा था, तो इस ईमेल को अनदेखा कर दें।',
  },
  ar: {
    subject: ['رابط طلبك', 'روابط طلباتك'],
    asked: ['إليك رابط صفحة طلبك كما أردت:', 'إليك روابط صفحات طلباتك كما أردت:'],
    order: 'الطلب',
    travel: (date) => `السفر في ${date}`,
    needed: 'لفتح الصفحة، أدخل عنوان البريد الإلكتروني الذي وصلتك عليه هذه الرسالة.',
    ignore: 'إذا لم تطلب هذا الرابط، فيمكنك تجاهل هذه الرسالة.',
  },
  ru: {
    subject: ['Ссылка на ваш заказ', 'Ссылки на ваши заказы'],
    asked: ['Вы запросили ссылку на свой заказ. Вот она:', 'Вы запросили ссылки на свои заказы. Вот они:'],
    order: 'Заказ',
    travel: (date) => `поездка ${date}`,
    needed: 'Чтобы открыть заказ, укажите адрес электронной почты, на который пришло это письмо.',
    ignore: 'Если вы не запрашивали ссылку, просто не обращайте внимания на это письмо.',
  },
  de: {
    subject: ['Der Link zu Ihrer Bestellung', 'Die Links zu Ihren Bestellungen'],
    asked: [
      'Sie haben den Link zu Ihrer Bestellung angefordert. Hier ist er:',
      'Sie haben die Links zu Ihren Bestellungen angefordert. Hier sind sie:',
    ],
    order: 'Bestellung',
    travel: (date) => `Reise am ${date}`,
    needed: 'Geben Sie zum Öffnen die E-Mail-Adresse ein, an die diese Nachricht ging.',
    ignore: 'Falls Sie den Link nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  },
  fr: {
    subject: ['Le lien vers votre commande', 'Les liens vers vos commandes'],
    asked: [
      'Vous avez demandé le lien vers votre commande. Le voici\u00A0:',
      'Vous avez demandé les liens vers vos commandes. Les voici\u00A0:',
    ],
    order: 'Commande',
    travel: (date) => `voyage le ${date}`,
    needed: 'Pour l’ouvrir, saisissez l’adresse e-mail à laquelle ce message vous a été envoyé.',
    ignore: 'Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail.',
  },
  es: {
    subject: ['El enlace a su pedido', 'Los enlaces a sus pedidos'],
    asked: [
      'Ha solicitado el enlace a su pedido. Aquí lo tiene:',
      'Ha solicitado los enlaces a sus pedidos. Aquí los tiene:',
    ],
    order: 'Pedido',
    travel: (date) => `viaje el ${date}`,
    needed: 'Para abrirlo, introduzca la dirección de correo a la que hemos enviado este mensaje.',
    ignore: 'Si no lo ha solicitado, puede ignorar este correo.',
  },
} satisfies Record<LanguageCode, LinkMailTexts>

/** The mail with a link to each order of an e-mail address (kind `link`). */
export const linkMail = defineMail('link', linkProps, {
  render({ language = 'en', landingDomain, orders }, config) {
    const site = siteFor(config, landingDomain)
    const { subject, asked, order, travel, needed, ignore }: LinkMailTexts = textsByLanguage[language]
    const count = orders.length === 1 ? 0 : 1
    return composeMail({
      brand: site.name,
      subject: `${subject[count]} – ${orders.map(({ orderId }) => orderId).join(', ')}`,
      language,
      // The mail goes to an address that anyone can type in: it tells no name.
      name: '',
      parts: [
        asked[count],
        ...orders.map(({ orderId, travelDate }) => ({
          label: [
            `${order} ${orderId}`,
            ...(travelDate ? [travel(localizedDate(language, travelDate))] : []),
          ].join(' · '),
          url: config.publicUrl + trackPath(orderId),
        })),
        needed,
        ignore,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
  },
  sample: {
    landingDomain: 'arrival.example',
    orders: [
      { orderId: 2000002, travelDate: '2027-01-08' },
      { orderId: 2000001, travelDate: null },
    ],
  },
})
