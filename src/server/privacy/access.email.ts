import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/rules/languages.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { accessFilePath } from '#contract/rules/visitor-addresses.ts'
import { footerLinks } from '#server/platform/mail/footer-links.ts'
import { defineMail, mailLanguage } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { siteFor } from '#server/sites/sites.ts'

const accessProps = z.object({
  language: mailLanguage,
  landingDomain: z.string(),
  /** The customer's newest order. */
  orderId: z.number(),
  /** From which the secret of the link is made when the mail leaves. */
  linkId: z.string(),
  /** The last day of the link, `YYYY-MM-DD`. */
  until: z.string(),
})

interface AccessMailTexts {
  /** The order's id follows. */
  subject: string
  asked: string
  button: string
  once: (date: string) => string
  needed: string
  ignore: string
}

const textsByLanguage = {
  en: {
    subject: 'What we hold of you',
    asked: 'You asked what we hold of you. You can download all of it here, and who saw it:',
    button: 'Download your data',
    once: (date) => `The link works until ${date}, once for each of the two files.`,
    needed: 'To open it, enter the e-mail address that this message was sent to.',
    ignore: 'If you did not ask for it, please write to us.',
  },
  id: {
    subject: 'Data Anda yang kami simpan',
    asked:
      'Anda menanyakan data apa yang kami simpan tentang Anda. Semuanya, termasuk siapa yang melihatnya, dapat diunduh di sini:',
    button: 'Unduh data Anda',
    once: (date) => `Tautan ini berlaku sampai ${date}, satu kali untuk masing-masing dari kedua berkas.`,
    needed: 'Untuk membukanya, masukkan alamat email tempat Anda menerima pesan ini.',
    ignore: 'Jika Anda tidak memintanya, silakan tulis kepada kami.',
  },
  ms: {
    subject: 'Data anda yang kami simpan',
    asked:
      'Anda bertanya tentang data yang kami simpan mengenai anda. Kesemuanya, termasuk siapa yang melihatnya, boleh dimuat turun di sini:',
    button: 'Muat turun data anda',
    once: (date) => `Pautan ini sah sehingga ${date}, sekali bagi setiap satu daripada dua fail.`,
    needed: 'Untuk membukanya, masukkan alamat e-mel yang menerima mesej ini.',
    ignore: 'Jika anda tidak memintanya, sila tulis kepada kami.',
  },
  fil: {
    subject: 'Ang datos ninyo na nasa amin',
    asked:
      'Tinanong ninyo kung anong datos ninyo ang nasa amin. Mada-download dito ang lahat, pati kung sino ang tumingin:',
    button: 'I-download ang inyong datos',
    once: (date) => `Gagana ang link hanggang ${date}, isang beses para sa bawat isa sa dalawang file.`,
    needed: 'Upang mabuksan ito, ilagay ang email address na nakatanggap ng mensaheng ito.',
    ignore: 'Kung hindi kayo ang humiling nito, sumulat po kayo sa amin.',
  },
  vi: {
    subject: 'Dữ liệu của quý khách mà chúng tôi lưu giữ',
    asked:
      'Quý khách đã hỏi chúng tôi lưu giữ những dữ liệu nào. Quý khách có thể tải xuống toàn bộ, kể cả ai đã xem, tại đây:',
    button: 'Tải xuống dữ liệu của quý khách',
    once: (date) => `Liên kết có hiệu lực đến ${date}, mỗi tệp trong hai tệp tải được một lần.`,
    needed: 'Để mở liên kết, hãy nhập địa chỉ email đã nhận thư này.',
    ignore: 'Nếu quý khách không yêu cầu, xin viết thư cho chúng tôi.',
  },
  th: {
    subject: 'ข้อมูลของคุณที่เราเก็บไว้',
    asked: 'คุณได้สอบถามว่าเราเก็บข้อมูลใดของคุณไว้ ดาวน์โหลดข้อมูลทั้งหมด รวมทั้งรายชื่อผู้ที่ดูข้อมูล ได้ที่นี่',
    button: 'ดาวน์โหลดข้อมูลของคุณ',
    once: (date) => `ลิงก์ใช้ได้ถึง ${date} โดยดาวน์โหลดได้ไฟล์ละหนึ่งครั้งจากสองไฟล์`,
    needed: 'เมื่อเปิดลิงก์ ให้กรอกที่อยู่อีเมลที่ได้รับข้อความนี้',
    ignore: 'หากคุณไม่ได้ขอ โปรดเขียนถึงเรา',
  },
  'zh-Hans': {
    subject: '我们保存的您的数据',
    asked: '您询问我们保存了您的哪些数据。全部内容以及查看记录可在此下载：',
    button: '下载您的数据',
    once: (date) => `链接有效期至${date}，两个文件各可下载一次。`,
    needed: '打开时，请输入接收本邮件的邮箱地址。',
    ignore: '如果这不是您本人的要求，请写信告诉我们。',
  },
  ja: {
    subject: '当社が保管しているお客様のデータ',
    asked:
      '当社が保管しているお客様のデータについてお問い合わせいただきました。すべての内容と閲覧の記録を、こちらからダウンロードできます。',
    button: 'データをダウンロード',
    once: (date) => `リンクは${date}まで有効です。二つのファイルをそれぞれ一回ダウンロードできます。`,
    needed: '開く際は、このメールを受け取ったメールアドレスを入力してください。',
    ignore: 'お心当たりのない場合は、当社までお知らせください。',
  },
  ko: {
    subject: '저희가 보관하는 고객님의 데이터',
    asked:
      '저희가 보관하는 고객님의 데이터에 대해 문의하셨습니다. 모든 내용과 열람 기록을 여기에서 받으실 수 있습니다:',
    button: '내 데이터 다운로드',
    once: (date) => `링크는 ${date}까지 유효하며, 두 파일을 각각 한 번씩 받으실 수 있습니다.`,
    needed: '링크를 연 뒤 이 메일을 받으신 이메일 주소를 입력해 주세요.',
    ignore: '요청하신 적이 없다면 저희에게 알려 주세요.',
  },
  hi: {
    subject: 'आपका डेटा जो हमारे पास है',
    asked: 'आपने पूछा था कि हमारे पास आपका कौन-सा डेटा है। वह सब, और उसे किसने देखा, यहाँ से डाउनलोड किया जा सकता है:',
    button: 'अपना डेटा डाउनलोड करें',
    once: (date) => `यह लिंक ${date} तक चलेगा, दोनों फ़ाइलों में से हर एक के लिए एक बार।`,
    needed: 'इसे खोलने के लिए वही ईमेल पता लिखें जिस पर यह संदेश आया है।',
    ignore: 'अगर आपने यह नहीं माँगा था, तो कृपया हमें लिखें।',
  },
  ar: {
    subject: 'بياناتك المحفوظة لدينا',
    asked: 'سألت عن البيانات التي نحفظها عنك. يمكنك تنزيلها كلها، ومعها من اطّلع عليها، من هنا:',
    button: 'تنزيل بياناتك',
    once: (date) => `يعمل الرابط حتى ${date}، مرة واحدة لكل ملف من الملفين.`,
    needed: 'لفتح الصفحة، أدخل عنوان البريد الإلكتروني الذي وصلتك عليه هذه الرسالة.',
    ignore: 'إذا لم تطلب ذلك، فيُرجى أن تكتب إلينا.',
  },
  ru: {
    subject: 'Ваши данные, которые мы храним',
    asked:
      'Вы спросили, какие данные о вас мы храним. Всё это, а также кто их просматривал, можно скачать здесь:',
    button: 'Скачать ваши данные',
    once: (date) => `Ссылка действует до ${date}, по одному разу для каждого из двух файлов.`,
    needed: 'Чтобы открыть её, укажите адрес электронной почты, на который пришло это письмо.',
    ignore: 'Если вы этого не запрашивали, напишите нам.',
  },
  de: {
    subject: 'Was wir über Sie gespeichert haben',
    asked:
      'Sie haben gefragt, was wir über Sie gespeichert haben. Hier können Sie alles herunterladen, auch wer es gesehen hat:',
    button: 'Ihre Daten herunterladen',
    once: (date) => `Der Link gilt bis ${date}, einmal für jede der beiden Dateien.`,
    needed: 'Geben Sie zum Öffnen die E-Mail-Adresse ein, an die diese Nachricht ging.',
    ignore: 'Falls Sie das nicht angefordert haben, schreiben Sie uns bitte.',
  },
  fr: {
    subject: 'Ce que nous conservons à votre sujet',
    asked:
      'Vous avez demandé ce que nous conservons à votre sujet. Vous pouvez tout télécharger ici, avec la liste des personnes qui l’ont consulté\u00A0:',
    button: 'Télécharger vos données',
    once: (date) => `Le lien est valable jusqu’au ${date}, une fois pour chacun des deux fichiers.`,
    needed: 'Pour l’ouvrir, saisissez l’adresse e-mail à laquelle ce message vous a été envoyé.',
    ignore: 'Si vous n’avez rien demandé, écrivez-nous.',
  },
  es: {
    subject: 'Lo que guardamos sobre usted',
    asked: 'Ha preguntado qué guardamos sobre usted. Aquí puede descargarlo todo, también quién lo ha visto:',
    button: 'Descargar sus datos',
    once: (date) => `El enlace es válido hasta el ${date}, una vez para cada uno de los dos archivos.`,
    needed: 'Para abrirlo, introduzca la dirección de correo a la que hemos enviado este mensaje.',
    ignore: 'Si no lo ha solicitado, escríbanos.',
  },
} satisfies Record<LanguageCode, AccessMailTexts>

/** The mail with a link to the access file (kind `access`). */
export const accessMail = defineMail('access', accessProps, {
  render({ language = 'en', landingDomain, orderId, linkId, until }, config, secretOf) {
    const site = siteFor(config, landingDomain)
    const { subject, asked, button, once, needed, ignore }: AccessMailTexts = textsByLanguage[language]
    return composeMail({
      brand: site.name,
      subject: `${subject} – ${orderId}`,
      language,
      // The address may be another's by now: it is told no name.
      name: '',
      parts: [
        asked,
        { label: button, url: config.publicUrl + accessFilePath(secretOf(linkId)) },
        once(localizedDate(language, until)),
        needed,
        ignore,
      ],
      footer: footerLinks(site, landingDomain, config.publicUrl, language),
    })
  },
  sample: {
    landingDomain: 'arrival.example',
    orderId: 2000001,
    linkId: 'not-a-real-link',
    until: '2027-01-08',
  },
})
