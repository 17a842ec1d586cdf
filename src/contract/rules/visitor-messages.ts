import type { LanguageCode } from './languages.ts'

/** The server's messages to visitors. The English field messages are the specification's (spec §5). */
export interface VisitorMessages {
  orderIdMissing: string
  emailMissing: string
  emailInvalid: string
  orderOpened: string
  noMatch: string
  /** Whole minutes, at least one. */
  tooManyAttempts: (minutes: number) => string
  orderNotOpened: string
  documentNotAvailable: string
  downloadStarts: string
  linkSent: string
  /** The link was sent to another e-mail. */
  otherEmail: string
  /** The one download of an access file was made, or is under way. */
  alreadyFetched: string
  /** A form could not be taken now. */
  notTaken: string
}

const minutesInArabic = (minutes: number) => {
  if (minutes === 1) return 'دقيقة واحدة'
  if (minutes === 2) return 'دقيقتين'
  return `${minutes} ${minutes <= 10 ? 'دقائق' : 'دقيقة'}`
}

export const visitorMessages: Record<LanguageCode, VisitorMessages> = {
  en: {
    orderIdMissing: 'Please enter your orderId',
    emailMissing: 'Please enter your email',
    emailInvalid: 'Invalid email address',
    orderOpened: 'Your order is open.',
    noMatch: 'No order matches this order ID and e-mail.',
    tooManyAttempts: (minutes) =>
      `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    orderNotOpened: 'Enter your order ID and e-mail to open this order.',
    documentNotAvailable: 'This document is not available.',
    downloadStarts: 'Your download starts.',
    linkSent: 'If an order belongs to this address, the link is on its way.',
    otherEmail: 'This is not the address that the link was sent to.',
    alreadyFetched:
      'This file has been downloaded, or its download is under way. If it broke off, try again in ten minutes.',
    notTaken: 'That did not work. Please try again in a few minutes.',
  },
  id: {
    orderIdMissing: 'Masukkan ID pesanan Anda',
    emailMissing: 'Masukkan email Anda',
    emailInvalid: 'Alamat email tidak valid',
    orderOpened: 'Pesanan Anda terbuka.',
    noMatch: 'Tidak ada pesanan yang cocok dengan ID pesanan dan email ini.',
    tooManyAttempts: (minutes) => `Terlalu banyak percobaan. Coba lagi dalam ${minutes} menit.`,
    orderNotOpened: 'Masukkan ID pesanan dan email Anda untuk membuka pesanan ini.',
    documentNotAvailable: 'Dokumen ini tidak tersedia.',
    downloadStarts: 'Unduhan Anda dimulai.',
    linkSent: 'Jika ada pesanan dengan alamat ini, tautannya sedang dikirim.',
    otherEmail: 'Ini bukan alamat yang menerima tautan ini.',
    alreadyFetched:
      'Berkas ini sudah diunduh atau sedang diunduh. Jika terputus, coba lagi dalam sepuluh menit.',
    notTaken: 'Tidak berhasil. Coba lagi dalam beberapa menit.',
  },
  ms: {
    orderIdMissing: 'Sila masukkan ID pesanan anda',
    emailMissing: 'Sila masukkan e-mel anda',
    emailInvalid: 'Alamat e-mel tidak sah',
    orderOpened: 'Pesanan anda telah dibuka.',
    noMatch: 'Tiada pesanan yang sepadan dengan ID pesanan dan e-mel ini.',
    tooManyAttempts: (minutes) => `Terlalu banyak percubaan. Cuba lagi dalam ${minutes} minit.`,
    orderNotOpened: 'Masukkan ID pesanan dan e-mel anda untuk membuka pesanan ini.',
    documentNotAvailable: 'Dokumen ini tidak tersedia.',
    downloadStarts: 'Muat turun anda bermula.',
    linkSent: 'Jika ada pesanan dengan alamat ini, pautannya sedang dihantar.',
    otherEmail: 'Ini bukan alamat yang menerima pautan ini.',
    alreadyFetched:
      'Fail ini sudah dimuat turun atau sedang dimuat turun. Jika terputus, cuba lagi dalam sepuluh minit.',
    notTaken: 'Tidak berjaya. Sila cuba lagi dalam beberapa minit.',
  },
  fil: {
    orderIdMissing: 'Pakilagay ang inyong order ID',
    emailMissing: 'Pakilagay ang inyong email',
    emailInvalid: 'Hindi wasto ang email address',
    orderOpened: 'Bukas na ang inyong order.',
    noMatch: 'Walang order na tumutugma sa order ID at email na ito.',
    tooManyAttempts: (minutes) =>
      `Masyadong maraming pagsubok. Subukan muli makalipas ang ${minutes} minuto.`,
    orderNotOpened: 'Ilagay ang inyong order ID at email upang buksan ang order na ito.',
    documentNotAvailable: 'Hindi makukuha ang dokumentong ito.',
    downloadStarts: 'Nagsisimula na ang inyong download.',
    linkSent: 'Kung may order sa address na ito, ipinapadala na ang link.',
    otherEmail: 'Hindi ito ang address na pinadalhan ng link.',
    alreadyFetched:
      'Na-download na ang file na ito, o kasalukuyang dina-download. Kung naputol, subukan muli makalipas ang sampung minuto.',
    notTaken: 'Hindi ito gumana. Subukan muli pagkalipas ng ilang minuto.',
  },
  vi: {
    orderIdMissing: 'Vui lòng nhập mã đơn hàng',
    emailMissing: 'Vui lòng nhập email',
    emailInvalid: 'Địa chỉ email không hợp lệ',
    orderOpened: 'Đã mở đơn hàng của quý khách.',
    noMatch: 'Không có đơn hàng nào khớp với mã đơn hàng và email này.',
    tooManyAttempts: (minutes) => `Quý khách đã thử quá nhiều lần. Vui lòng thử lại sau ${minutes} phút.`,
    orderNotOpened: 'Vui lòng nhập mã đơn hàng và email để mở đơn hàng này.',
    documentNotAvailable: 'Giấy tờ này hiện không có.',
    downloadStarts: 'Bắt đầu tải xuống.',
    linkSent: 'Nếu có đơn hàng dùng địa chỉ này, liên kết đang được gửi đi.',
    otherEmail: 'Đây không phải địa chỉ đã nhận liên kết.',
    alreadyFetched:
      'Tệp này đã được tải xuống, hoặc đang được tải. Nếu bị gián đoạn, vui lòng thử lại sau mười phút.',
    notTaken: 'Chưa được. Xin thử lại sau vài phút.',
  },
  th: {
    orderIdMissing: 'โปรดกรอกหมายเลขคำสั่งซื้อ',
    emailMissing: 'โปรดกรอกอีเมล',
    emailInvalid: 'ที่อยู่อีเมลไม่ถูกต้อง',
    orderOpened: 'เปิดคำสั่งซื้อของคุณแล้ว',
    noMatch: 'ไม่พบคำสั่งซื้อที่ตรงกับหมายเลขคำสั่งซื้อและอีเมลนี้',
    tooManyAttempts: (minutes) => `ลองหลายครั้งเกินไป โปรดลองใหม่ในอีก ${minutes} นาที`,
    orderNotOpened: 'โปรดกรอกหมายเลขคำสั่งซื้อและอีเมลเพื่อเปิดคำสั่งซื้อนี้',
    documentNotAvailable: 'เอกสารนี้ยังไม่พร้อมให้ดาวน์โหลด',
    downloadStarts: 'เริ่มดาวน์โหลดแล้ว',
    linkSent: 'หากมีคำสั่งซื้อที่ใช้อีเมลนี้ เรากำลังส่งลิงก์ไปให้',
    otherEmail: 'นี่ไม่ใช่ที่อยู่อีเมลที่ได้รับลิงก์นี้',
    alreadyFetched: 'ไฟล์นี้ถูกดาวน์โหลดแล้ว หรือกำลังดาวน์โหลดอยู่ หากขาดตอน โปรดลองใหม่ในอีกสิบนาที',
    notTaken: 'ยังไม่สำเร็จ โปรดลองใหม่ในอีกไม่กี่นาที',
  },
  'zh-Hans': {
    orderIdMissing: '请输入订单号',
    emailMissing: '请输入邮箱',
    emailInvalid: '邮箱地址无效',
    orderOpened: '您的订单已打开。',
    noMatch: '没有找到与此订单号和邮箱相符的订单。',
    tooManyAttempts: (minutes) => `尝试次数过多，请在 ${minutes} 分钟后重试。`,
    orderNotOpened: '请输入订单号和邮箱以打开此订单。',
    documentNotAvailable: '此文件目前无法下载。',
    downloadStarts: '下载即将开始。',
    linkSent: '如果该邮箱有对应的订单，链接很快会发送到您的邮箱。',
    otherEmail: '这不是接收此链接的邮箱。',
    alreadyFetched: '此文件已下载，或正在下载。如果下载中断，请在十分钟后重试。',
    notTaken: '未能完成，请几分钟后重试。',
  },
  ja: {
    orderIdMissing: '注文番号を入力してください',
    emailMissing: 'メールアドレスを入力してください',
    emailInvalid: 'メールアドレスの形式が正しくありません',
    orderOpened: 'ご注文のページを開きました。',
    noMatch: 'この注文番号とメールアドレスに一致するご注文が見つかりません。',
    tooManyAttempts: (minutes) => `試行回数が多すぎます。${minutes}分後にもう一度お試しください。`,
    orderNotOpened: 'このご注文を開くには、注文番号とメールアドレスを入力してください。',
    documentNotAvailable: 'この書類はご利用いただけません。',
    downloadStarts: 'ダウンロードを開始します。',
    linkSent: 'このアドレスでのご注文がある場合は、リンクをお送りします。',
    otherEmail: 'リンクをお送りしたメールアドレスと異なります。',
    alreadyFetched:
      'このファイルはダウンロード済みか、ダウンロード中です。中断した場合は、十分後にもう一度お試しください。',
    notTaken: 'うまくいきませんでした。数分後にもう一度お試しください。',
  },
  ko: {
    orderIdMissing: '주문 번호를 입력해 주세요',
    emailMissing: '이메일을 입력해 주세요',
    emailInvalid: '이메일 주소가 올바르지 않습니다',
    orderOpened: '주문 페이지를 열었습니다.',
    noMatch: '이 주문 번호와 이메일에 맞는 주문을 찾을 수 없습니다.',
    tooManyAttempts: (minutes) => `시도 횟수가 너무 많습니다. ${minutes}분 후에 다시 시도해 주세요.`,
    orderNotOpened: '이 주문을 열려면 주문 번호와 이메일을 입력해 주세요.',
    documentNotAvailable: '이 서류는 이용하실 수 없습니다.',
    downloadStarts: '다운로드를 시작합니다.',
    linkSent: '이 주소로 접수된 주문이 있으면 링크를 보내 드립니다.',
    otherEmail: '링크를 받으신 주소가 아닙니다.',
    alreadyFetched: '이 파일은 이미 받으셨거나 받는 중입니다. 중단되었다면 십 분 후에 다시 시도해 주세요.',
    notTaken: '되지 않았습니다. 몇 분 후에 다시 시도해 주세요.',
  },
  hi: {
    orderIdMissing: 'कृपया अपनी ऑर्डर आईडी लिखें',
    emailMissing: 'कृपया अपना ईमेल लिखें',
    emailInvalid: 'ईमेल पता सही नहीं है',
    orderOpened: 'आपका ऑर्डर खुल गया है।',
    noMatch: 'इस ऑर्डर आईडी और ईमेल से कोई ऑर्डर नहीं मिला।',
    tooManyAttempts: (minutes) => `बहुत अधिक प्रयास हो चुके हैं। ${minutes} मिनट बाद फिर से कोशिश करें।`,
    orderNotOpened: 'यह ऑर्डर खोलने के लिए अपनी ऑर्डर आईडी और ईमेल लिखें।',
    documentNotAvailable: 'यह दस्तावेज़ उपलब्ध नहीं है।',
    downloadStarts: 'आपका डाउनलोड शुरू हो रहा है।',
    linkSent: 'अगर इस पते से कोई ऑर्डर जुड़ा है, तो उसका लिंक भेजा जा रहा है।',
    otherEmail: 'यह वह पता नहीं है जिस पर लिंक भेजा गया था।',
    alreadyFetched:
      'यह फ़ाइल डाउनलोड हो चुकी है, या अभी हो रही है। अगर बीच में रुक गई हो, तो दस मिनट बाद फिर से कोशिश करें।',
    notTaken: 'यह नहीं हो सका। कृपया कुछ मिनट बाद फिर कोशिश करें।',
  },
  ar: {
    orderIdMissing: 'يُرجى إدخال رقم الطلب',
    emailMissing: 'يُرجى إدخال بريدك الإلكتروني',
    emailInvalid: 'عنوان البريد الإلكتروني غير صحيح',
    orderOpened: 'تم فتح طلبك.',
    noMatch: 'لا يوجد طلب يطابق رقم الطلب والبريد الإلكتروني المدخلين.',
    tooManyAttempts: (minutes) =>
      `عدد المحاولات كبير جدًا. يُرجى المحاولة مرة أخرى بعد ${minutesInArabic(minutes)}.`,
    orderNotOpened: 'أدخل رقم الطلب وبريدك الإلكتروني لفتح هذا الطلب.',
    documentNotAvailable: 'هذا المستند غير متاح.',
    downloadStarts: 'يبدأ التنزيل الآن.',
    linkSent: 'إذا كان هناك طلب مسجّل بهذا العنوان، فسيصلك الرابط قريبًا.',
    otherEmail: 'ليس هذا هو العنوان الذي أُرسل إليه الرابط.',
    alreadyFetched: 'تم تنزيل هذا الملف أو يجري تنزيله الآن. إذا انقطع التنزيل، فحاول مرة أخرى بعد عشر دقائق.',
    notTaken: 'لم ينجح ذلك. نرجو المحاولة بعد بضع دقائق.',
  },
  ru: {
    orderIdMissing: 'Введите номер заказа',
    emailMissing: 'Введите адрес электронной почты',
    emailInvalid: 'Неверный адрес электронной почты',
    orderOpened: 'Ваш заказ открыт.',
    noMatch: 'Заказ с таким номером и адресом электронной почты не найден.',
    tooManyAttempts: (minutes) => `Слишком много попыток. Повторите через ${minutes} мин.`,
    orderNotOpened: 'Чтобы открыть этот заказ, введите его номер и адрес электронной почты.',
    documentNotAvailable: 'Этот документ недоступен.',
    downloadStarts: 'Скачивание начинается.',
    linkSent: 'Если на этот адрес оформлен заказ, ссылка скоро придёт.',
    otherEmail: 'Ссылка была отправлена на другой адрес.',
    alreadyFetched:
      'Этот файл уже скачан или сейчас скачивается. Если скачивание прервалось, повторите через десять минут.',
    notTaken: 'Не получилось. Попробуйте ещё раз через несколько минут.',
  },
  de: {
    orderIdMissing: 'Bitte geben Sie Ihre Bestellnummer ein',
    emailMissing: 'Bitte geben Sie Ihre E-Mail-Adresse ein',
    emailInvalid: 'Ungültige E-Mail-Adresse',
    orderOpened: 'Ihre Bestellung ist geöffnet.',
    noMatch: 'Zu dieser Bestellnummer und E-Mail-Adresse gibt es keine Bestellung.',
    tooManyAttempts: (minutes) =>
      `Zu viele Versuche. Versuchen Sie es in ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} erneut.`,
    orderNotOpened: 'Geben Sie Bestellnummer und E-Mail-Adresse ein, um diese Bestellung zu öffnen.',
    documentNotAvailable: 'Dieses Dokument ist nicht verfügbar.',
    downloadStarts: 'Ihr Download beginnt.',
    linkSent: 'Wenn zu dieser Adresse eine Bestellung gehört, ist der Link unterwegs.',
    otherEmail: 'An diese Adresse ging der Link nicht.',
    alreadyFetched:
      'Diese Datei wurde schon heruntergeladen oder wird es gerade. Falls das abbrach, versuchen Sie es in zehn Minuten erneut.',
    notTaken: 'Das hat nicht geklappt. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  },
  fr: {
    orderIdMissing: 'Veuillez saisir votre numéro de commande',
    emailMissing: 'Veuillez saisir votre adresse e-mail',
    emailInvalid: 'Adresse e-mail non valide',
    orderOpened: 'Votre commande est ouverte.',
    noMatch: 'Aucune commande ne correspond à ce numéro et à cette adresse e-mail.',
    tooManyAttempts: (minutes) =>
      `Trop de tentatives. Réessayez dans ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    orderNotOpened: 'Saisissez votre numéro de commande et votre adresse e-mail pour ouvrir cette commande.',
    documentNotAvailable: 'Ce document n’est pas disponible.',
    downloadStarts: 'Votre téléchargement commence.',
    linkSent: 'Si une commande est associée à cette adresse, le lien est en route.',
    otherEmail: 'Ce n’est pas l’adresse à laquelle le lien a été envoyé.',
    alreadyFetched:
      'Ce fichier a déjà été téléchargé, ou son téléchargement est en cours. S’il s’est interrompu, réessayez dans dix minutes.',
    notTaken: 'Cela n’a pas fonctionné. Merci de réessayer dans quelques minutes.',
  },
  es: {
    orderIdMissing: 'Introduzca su número de pedido',
    emailMissing: 'Introduzca su correo electrónico',
    emailInvalid: 'La dirección de correo no es válida',
    orderOpened: 'Su pedido está abierto.',
    noMatch: 'Ningún pedido coincide con este número de pedido y este correo electrónico.',
    tooManyAttempts: (minutes) =>
      `Demasiados intentos. Vuelva a intentarlo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
    orderNotOpened: 'Introduzca su número de pedido y su correo electrónico para abrir este pedido.',
    documentNotAvailable: 'Este documento no está disponible.',
    downloadStarts: 'La descarga va a comenzar.',
    linkSent: 'Si hay un pedido con esta dirección, el enlace va en camino.',
    otherEmail: 'Esta no es la dirección a la que se envió el enlace.',
    alreadyFetched:
      'Este archivo ya se ha descargado o se está descargando. Si se interrumpió, vuelva a intentarlo en diez minutos.',
    notTaken: 'No ha funcionado. Inténtelo de nuevo dentro de unos minutos, por favor.',
  },
}
