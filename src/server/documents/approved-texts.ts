import type { LanguageCode } from '#contract/rules/languages.ts'
import type { OrderType } from '#contract/rules/order-fields.ts'

interface OccasionTexts {
  /** The order's id follows. */
  subject: (declaration: string) => string
  news: (declaration: string) => string
}

export interface ApprovedMailTexts {
  declarations: Record<OrderType, string>
  /** The first mail about the document. */
  approved: OccasionTexts
  /** Sent when the document is mailed again. */
  reminder: OccasionTexts
  order: string
  open: string
  username: string
  orderId: string
  click: string
  validity: string
  questions: string
}

export const approvedMailTexts = {
  en: {
    declarations: {
      Arrival: 'arrival customs declaration',
      Departure: 'departure customs declaration',
      Unknown: 'customs declaration',
    },
    approved: {
      subject: (declaration) => `Your ${declaration} is approved`,
      news: (declaration) => `Your ${declaration} has been approved, and the document is ready for you.`,
    },
    reminder: {
      subject: (declaration) => `Your ${declaration} is still here for you`,
      news: (declaration) => `Your ${declaration} is approved, and the document is still here for you.`,
    },
    order: 'order',
    open: 'To download it, open your order with the username and the order ID below:',
    username: 'Username',
    orderId: 'Order ID',
    click: 'Click Here',
    validity:
      'The document is valid for the journey that you declared. You can open the link and download the document again as often as you need; have it at hand, on your phone or on paper, when you pass customs.',
    questions: 'Questions? Reply to this e-mail, or contact us:',
  },
  id: {
    declarations: {
      Arrival: 'Deklarasi pabean kedatangan',
      Departure: 'Deklarasi pabean keberangkatan',
      Unknown: 'Deklarasi pabean',
    },
    approved: {
      subject: (declaration) => `${declaration} Anda telah disetujui`,
      news: (declaration) => `${declaration} Anda telah disetujui dan dokumennya sudah tersedia.`,
    },
    reminder: {
      subject: (declaration) => `${declaration} Anda masih tersedia`,
      news: (declaration) => `${declaration} Anda telah disetujui dan dokumennya masih tersedia untuk Anda.`,
    },
    order: 'pesanan',
    open: 'Untuk mengunduhnya, buka pesanan Anda dengan nama pengguna dan ID pesanan berikut:',
    username: 'Nama pengguna',
    orderId: 'ID pesanan',
    click: 'Klik di Sini',
    validity:
      'Dokumen ini berlaku untuk perjalanan yang Anda deklarasikan. Anda dapat membuka tautan dan mengunduh dokumen kapan saja diperlukan. Siapkan dokumen itu di ponsel atau dalam bentuk cetak saat melewati pemeriksaan bea cukai.',
    questions: 'Ada pertanyaan? Balas email ini atau hubungi kami:',
  },
  'zh-Hans': {
    declarations: { Arrival: '入境海关申报', Departure: '出境海关申报', Unknown: '海关申报' },
    approved: {
      subject: (declaration) => `您的${declaration}已获批准`,
      news: (declaration) => `您的${declaration}已获批准，文件可以下载了。`,
    },
    reminder: {
      subject: (declaration) => `您的${declaration}文件仍可下载`,
      news: (declaration) => `您的${declaration}已获批准，文件仍为您保留，可随时下载。`,
    },
    order: '订单',
    open: '请使用以下用户名和订单号打开订单并下载文件：',
    username: '用户名',
    orderId: '订单号',
    click: '点击这里',
    validity:
      '本文件适用于您所申报的行程。您可以随时打开链接，多次下载。过海关时，请备好手机中的文件或打印件。',
    questions: '如有疑问，请直接回复本邮件，或与我们联系：',
  },
  ja: {
    declarations: { Arrival: '入国時の税関申告', Departure: '出国時の税関申告', Unknown: '税関申告' },
    approved: {
      subject: (it) => `${it}が承認されました`,
      news: (it) => `お客様の${it}が承認され、書類をダウンロードいただけるようになりました。`,
    },
    reminder: {
      subject: (it) => `${it}の書類は引き続きダウンロードいただけます`,
      news: (it) => `お客様の${it}は承認済みで、書類は引き続きダウンロードいただけます。`,
    },
    order: '注文',
    open: '以下のユーザー名と注文番号でご注文のページを開き、ダウンロードしてください。',
    username: 'ユーザー名',
    orderId: '注文番号',
    click: 'こちらをクリック',
    validity:
      'この書類は、申告されたご旅行で有効です。リンクは何度でも開くことができ、書類も繰り返しダウンロードできます。税関を通過する際は、スマートフォンまたは印刷した書類をご用意ください。',
    questions: 'ご不明な点がございましたら、このメールにご返信いただくか、下記までお問い合わせください。',
  },
  ko: {
    declarations: { Arrival: '입국 세관 신고', Departure: '출국 세관 신고', Unknown: '세관 신고' },
    approved: {
      subject: (it) => `${it}가 승인되었습니다`,
      news: (it) => `고객님의 ${it}가 승인되어 서류를 다운로드하실 수 있습니다.`,
    },
    reminder: {
      subject: (it) => `${it} 서류를 계속 다운로드하실 수 있습니다`,
      news: (it) => `고객님의 ${it}는 이미 승인되었으며, 서류는 계속 다운로드하실 수 있습니다.`,
    },
    order: '주문',
    open: '아래 사용자 이름과 주문 번호로 주문 페이지를 열어 다운로드해 주세요.',
    username: '사용자 이름',
    orderId: '주문 번호',
    click: '여기를 클릭하세요',
    validity:
      '이 서류는 신고하신 여행에 유효합니다. 언제든지 링크를 다시 열어 서류를 여러 번 다운로드하실 수 있습니다. 세관을 통과하실 때 휴대전화에 저장하거나 인쇄하여 준비해 주세요.',
    questions: '궁금한 점이 있으시면 이 메일에 회신하시거나 아래로 연락해 주세요.',
  },
  hi: {
    declarations: {
      Arrival: 'आगमन की सीमा शुल्क घोषणा',
      Departure: 'प्रस्थान की सीमा शुल्क घोषणा',
      Unknown: 'सीमा शुल्क घोषणा',
    },
    approved: {
      subject: (it) => `आपकी ${it} स्वीकृत हो गई है`,
      news: (it) => `आपकी ${it} स्वीकृत हो गई है और दस्तावेज़ तैयार है।`,
    },
    reminder: {
      subject: (it) => `आपकी ${it} अब भी उपलब्ध है`,
      news: (it) => `आपकी ${it} स्वीकृत है और दस्तावेज़ अब भी आपके लिए उपलब्ध है।`,
    },
    order: 'ऑर्डर',
    open: 'इसे डाउनलोड करने के लिए नीचे दिए गए उपयोगकर्ता नाम और ऑर्डर आईडी से अपना ऑर्डर खोलें:',
    username: 'उपयोगकर्ता नाम',
    orderId: 'ऑर्डर आईडी',
    click: 'यहाँ क्लिक करें',
    validity:
      'यह दस्तावेज़ उसी यात्रा के लिए मान्य है जिसकी आपने घोषणा की है। आप लिंक खोलकर दस्तावेज़ जितनी बार चाहें डाउनलोड कर सकते हैं। सीमा शुल्क जाँच से गुज़रते समय इसे अपने फ़ोन में या छपा हुआ साथ रखें।',
    questions: 'कोई सवाल है? इस ईमेल का उत्तर दें या हमसे संपर्क करें:',
  },
  ar: {
    declarations: {
      Arrival: 'إقرارك الجمركي للوصول',
      Departure: 'إقرارك الجمركي للمغادرة',
      Unknown: 'إقرارك الجمركي',
    },
    approved: {
      subject: (it) => `تمت الموافقة على ${it}`,
      news: (it) => `تمت الموافقة على ${it}، وأصبح المستند جاهزًا للتنزيل.`,
    },
    reminder: {
      subject: (it) => `${it} لا يزال متاحًا لك`,
      news: (it) => `سبقت الموافقة على ${it}، ولا يزال المستند متاحًا لك.`,
    },
    order: 'الطلب',
    open: 'لتنزيل المستند، افتح صفحة طلبك باستخدام اسم المستخدم ورقم الطلب التاليين:',
    username: 'اسم المستخدم',
    orderId: 'رقم الطلب',
    click: 'اضغط هنا',
    validity:
      'المستند صالح للرحلة التي قدّمت الإقرار عنها. يمكنك فتح الرابط وتنزيل المستند كلما احتجت إليه. احتفظ به على هاتفك أو مطبوعًا ليكون في متناول يدك عند المرور بالجمارك.',
    questions: 'هل لديك سؤال؟ يمكنك الرد على هذه الرسالة أو التواصل معنا:',
  },
  ru: {
    declarations: {
      Arrival: 'таможенная декларация на въезд',
      Departure: 'таможенная декларация на выезд',
      Unknown: 'таможенная декларация',
    },
    approved: {
      subject: (it) => `Ваша ${it} одобрена`,
      news: (it) => `Ваша ${it} одобрена, документ готов.`,
    },
    reminder: {
      subject: (it) => `Ваша ${it} по-прежнему доступна`,
      news: (it) => `Ваша ${it} одобрена, и документ по-прежнему доступен для скачивания.`,
    },
    order: 'заказ',
    open: 'Чтобы скачать документ, откройте свой заказ с указанными ниже именем пользователя и номером заказа:',
    username: 'Имя пользователя',
    orderId: 'Номер заказа',
    click: 'Нажмите здесь',
    validity:
      'Документ действителен для той поездки, которую вы указали в декларации. Вы можете открывать ссылку и скачивать документ сколько угодно раз. При прохождении таможни держите его под рукой — в телефоне или в распечатанном виде.',
    questions: 'Есть вопросы? Ответьте на это письмо или свяжитесь с нами:',
  },
  de: {
    declarations: {
      Arrival: 'Zollerklärung für die Einreise',
      Departure: 'Zollerklärung für die Ausreise',
      Unknown: 'Zollerklärung',
    },
    approved: {
      subject: (it) => `Ihre ${it} ist genehmigt`,
      news: (it) => `Ihre ${it} wurde genehmigt, das Dokument liegt für Sie bereit.`,
    },
    reminder: {
      subject: (it) => `Ihre ${it} liegt weiterhin für Sie bereit`,
      news: (it) => `Ihre ${it} ist genehmigt, und das Dokument liegt weiterhin für Sie bereit.`,
    },
    order: 'Bestellung',
    open: 'Öffnen Sie zum Herunterladen Ihre Bestellung mit diesem Benutzernamen und dieser Bestellnummer:',
    username: 'Benutzername',
    orderId: 'Bestellnummer',
    click: 'Hier klicken',
    validity:
      'Das Dokument gilt für die Reise, die Sie angemeldet haben. Sie können den Link beliebig oft öffnen und das Dokument erneut herunterladen. Halten Sie es bei der Zollkontrolle bereit, auf dem Telefon oder ausgedruckt.',
    questions: 'Haben Sie Fragen? Antworten Sie auf diese E-Mail, oder wenden Sie sich an uns:',
  },
  fr: {
    declarations: {
      Arrival: 'déclaration douanière d’arrivée',
      Departure: 'déclaration douanière de départ',
      Unknown: 'déclaration douanière',
    },
    approved: {
      subject: (it) => `Votre ${it} est approuvée`,
      news: (it) => `Votre ${it} a été approuvée et le document est prêt.`,
    },
    reminder: {
      subject: (it) => `Votre ${it} est toujours à votre disposition`,
      news: (it) => `Votre ${it} est approuvée et le document est toujours à votre disposition.`,
    },
    order: 'commande',
    open: 'Pour le télécharger, ouvrez votre commande avec l’identifiant et le numéro de commande ci-dessous\u00A0:',
    username: 'Identifiant',
    orderId: 'Numéro de commande',
    click: 'Cliquez ici',
    validity:
      'Le document est valable pour le voyage que vous avez déclaré. Vous pouvez ouvrir le lien et télécharger le document autant de fois que nécessaire. Gardez-le à portée de main, sur votre téléphone ou imprimé, au passage de la douane.',
    questions: 'Une question\u00A0? Répondez à cet e-mail ou contactez-nous\u00A0:',
  },
  es: {
    declarations: {
      Arrival: 'declaración de aduanas de llegada',
      Departure: 'declaración de aduanas de salida',
      Unknown: 'declaración de aduanas',
    },
    approved: {
      subject: (it) => `Su ${it} está aprobada`,
      news: (it) => `Su ${it} ha sido aprobada y el documento ya está listo.`,
    },
    reminder: {
      subject: (it) => `Su ${it} sigue a su disposición`,
      news: (it) => `Su ${it} está aprobada y el documento sigue a su disposición.`,
    },
    order: 'pedido',
    open: 'Para descargarlo, abra su pedido con el usuario y el número de pedido siguientes:',
    username: 'Usuario',
    orderId: 'Número de pedido',
    click: 'Haga clic aquí',
    validity:
      'El documento es válido para el viaje que ha declarado. Puede abrir el enlace y descargar el documento tantas veces como necesite. Téngalo a mano, en el teléfono o impreso, al pasar por la aduana.',
    questions: '¿Tiene alguna pregunta? Responda a este correo o póngase en contacto con nosotros:',
  },
} satisfies Record<LanguageCode, ApprovedMailTexts>
