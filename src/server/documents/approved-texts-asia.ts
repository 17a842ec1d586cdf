import type { LanguageCode } from '#contract/rules/languages.ts'
import type { ApprovedMailTexts } from './approved-texts-fields.ts'

/** The languages of Asia; `approved-texts.ts` joins them with the others. */
export const asianApprovedMailTexts = {
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
    travellers: 'Pelaku perjalanan',
    click: 'Klik di Sini',
    validity:
      'Dokumen ini berlaku untuk perjalanan yang Anda deklarasikan. Anda dapat membuka tautan dan mengunduh dokumen kapan saja diperlukan. Siapkan dokumen itu di ponsel atau dalam bentuk cetak saat melewati pemeriksaan bea cukai.',
    questions: 'Ada pertanyaan? Balas email ini atau hubungi kami:',
  },
  ms: {
    declarations: {
      Arrival: 'Perisytiharan kastam ketibaan',
      Departure: 'Perisytiharan kastam perlepasan',
      Unknown: 'Perisytiharan kastam',
    },
    approved: {
      subject: (it) => `${it} anda telah diluluskan`,
      news: (it) => `${it} anda telah diluluskan dan dokumennya sudah tersedia.`,
    },
    reminder: {
      subject: (it) => `${it} anda masih tersedia`,
      news: (it) => `${it} anda telah diluluskan dan dokumennya masih tersedia untuk anda.`,
    },
    order: 'pesanan',
    open: 'Untuk memuat turunnya, buka pesanan anda dengan nama pengguna dan ID pesanan di bawah:',
    username: 'Nama pengguna',
    orderId: 'ID pesanan',
    travellers: 'Pengembara',
    click: 'Klik di Sini',
    validity:
      'Dokumen ini sah untuk perjalanan yang anda isytiharkan. Anda boleh membuka pautan dan memuat turun dokumen itu seberapa kerap yang perlu. Sediakan dokumen itu dalam telefon atau bercetak semasa melalui pemeriksaan kastam.',
    questions: 'Ada pertanyaan? Balas e-mel ini atau hubungi kami:',
  },
  fil: {
    declarations: {
      Arrival: 'deklarasyon sa customs para sa pagdating',
      Departure: 'deklarasyon sa customs para sa pag-alis',
      Unknown: 'deklarasyon sa customs',
    },
    approved: {
      subject: (it) => `Naaprubahan na ang inyong ${it}`,
      news: (it) => `Naaprubahan na ang inyong ${it}, at handa na ang dokumento.`,
    },
    reminder: {
      subject: (it) => `Makukuha pa rin ang inyong ${it}`,
      news: (it) => `Naaprubahan na ang inyong ${it}, at makukuha pa rin ninyo ang dokumento.`,
    },
    order: 'order',
    open: 'Upang i-download ito, buksan ang inyong order gamit ang username at ID ng order sa ibaba:',
    username: 'Inyong username',
    orderId: 'ID ng order',
    travellers: 'Mga biyahero',
    click: 'Mag-click Dito',
    validity:
      'Ang dokumento ay para sa biyaheng idineklara ninyo. Maaari ninyong buksan ang link at i-download ang dokumento kahit ilang beses. Ihanda ito sa inyong telepono o naka-print kapag dadaan sa customs.',
    questions: 'May tanong? Sumagot sa email na ito o makipag-ugnayan sa amin:',
  },
  vi: {
    declarations: {
      Arrival: 'Tờ khai hải quan nhập cảnh',
      Departure: 'Tờ khai hải quan xuất cảnh',
      Unknown: 'Tờ khai hải quan',
    },
    approved: {
      subject: (it) => `${it} của quý khách đã được duyệt`,
      news: (it) => `${it} của quý khách đã được duyệt và đã có thể tải xuống.`,
    },
    reminder: {
      subject: (it) => `${it} của quý khách vẫn có thể tải xuống`,
      news: (it) => `${it} của quý khách đã được duyệt và vẫn có thể tải xuống.`,
    },
    order: 'đơn hàng',
    open: 'Để tải xuống, quý khách hãy mở đơn hàng bằng tên đăng nhập và mã đơn hàng dưới đây:',
    username: 'Tên đăng nhập',
    orderId: 'Mã đơn hàng',
    travellers: 'Hành khách',
    click: 'Bấm vào đây',
    validity:
      'Giấy tờ này có giá trị cho chuyến đi mà quý khách đã khai. Quý khách có thể mở liên kết và tải lại bao nhiêu lần tùy ý. Khi qua hải quan, hãy chuẩn bị sẵn trên điện thoại hoặc bản in.',
    questions: 'Nếu có thắc mắc, vui lòng trả lời email này hoặc liên hệ với chúng tôi:',
  },
  th: {
    declarations: {
      Arrival: 'ใบสำแดงศุลกากรขาเข้า',
      Departure: 'ใบสำแดงศุลกากรขาออก',
      Unknown: 'ใบสำแดงศุลกากร',
    },
    approved: {
      subject: (it) => `${it}ของคุณได้รับอนุมัติแล้ว`,
      news: (it) => `${it}ของคุณได้รับอนุมัติแล้ว และเอกสารพร้อมให้ดาวน์โหลด`,
    },
    reminder: {
      subject: (it) => `${it}ของคุณยังดาวน์โหลดได้`,
      news: (it) => `${it}ของคุณได้รับอนุมัติแล้ว และยังดาวน์โหลดเอกสารได้`,
    },
    order: 'คำสั่งซื้อ',
    open: 'หากต้องการดาวน์โหลด ให้เปิดคำสั่งซื้อด้วยชื่อผู้ใช้และหมายเลขคำสั่งซื้อด้านล่าง',
    username: 'ชื่อผู้ใช้',
    orderId: 'หมายเลขคำสั่งซื้อ',
    travellers: 'ผู้เดินทาง',
    click: 'คลิกที่นี่',
    validity:
      'เอกสารนี้ใช้ได้กับการเดินทางที่คุณสำแดงไว้ คุณเปิดลิงก์และดาวน์โหลดซ้ำได้ทุกเมื่อ โปรดเตรียมไว้ในโทรศัพท์หรือพิมพ์ออกมาเมื่อผ่านศุลกากร',
    questions: 'หากมีคำถาม โปรดตอบกลับอีเมลนี้ หรือติดต่อเรา',
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
    travellers: '旅客',
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
    travellers: '旅行者',
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
    travellers: '여행자',
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
    travellers: 'यात्री',
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
    travellers: 'المسافرون',
    click: 'اضغط هنا',
    validity:
      'المستند صالح للرحلة التي قدّمت الإقرار عنها. يمكنك فتح الرابط وتنزيل المستند كلما احتجت إليه. احتفظ به على هاتفك أو مطبوعًا ليكون في متناول يدك عند المرور بالجمارك.',
    questions: 'هل لديك سؤال؟ يمكنك الرد على هذه الرسالة أو التواصل معنا:',
  },
} satisfies Partial<Record<LanguageCode, ApprovedMailTexts>>
