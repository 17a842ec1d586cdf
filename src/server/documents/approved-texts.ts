import type { LanguageCode } from '#contract/rules/languages.ts'
import { asianApprovedMailTexts } from './approved-texts-asia.ts'
import type { ApprovedMailTexts } from './approved-texts-fields.ts'

export const approvedMailTexts = {
  ...asianApprovedMailTexts,
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
    travellers: 'Travellers',
    click: 'Click Here',
    validity:
      'The document is valid for the journey that you declared. You can open the link and download the document again as often as you need; have it at hand, on your phone or on paper, when you pass customs.',
    questions: 'Questions? Reply to this e-mail, or contact us:',
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
    travellers: 'Путешественники',
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
    travellers: 'Reisende',
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
    travellers: 'Voyageurs',
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
    travellers: 'Viajeros',
    click: 'Haga clic aquí',
    validity:
      'El documento es válido para el viaje que ha declarado. Puede abrir el enlace y descargar el documento tantas veces como necesite. Téngalo a mano, en el teléfono o impreso, al pasar por la aduana.',
    questions: '¿Tiene alguna pregunta? Responda a este correo o póngase en contacto con nosotros:',
  },
} satisfies Record<LanguageCode, ApprovedMailTexts>
