/** The fields that mail programs put above a quoted mail: sender; date, recipients and subject. */
interface QuoteLabels {
  from: readonly string[]
  others: readonly string[]
}

export const quoteLabels: Readonly<Record<string, QuoteLabels>> = {
  Arabic: { from: ['من'], others: ['تاريخ الإرسال', 'التاريخ', 'إلى', 'نسخة', 'الموضوع'] },
  Chinese: {
    from: ['发件人', '寄件者', '寄件人'],
    others: ['发送时间', '日期', '寄件日期', '傳送時間', '收件人', '收件者', '抄送', '副本', '主题', '主旨'],
  },
  Czech: { from: ['Od'], others: ['Odesláno', 'Datum', 'Komu', 'Kopie', 'Předmět'] },
  Danish: { from: ['Fra'], others: ['Sendt', 'Dato', 'Til', 'Emne'] },
  Dutch: { from: ['Van'], others: ['Verzonden', 'Datum', 'Aan', 'Onderwerp'] },
  English: { from: ['From'], others: ['Sent', 'Date', 'Sent on', 'To', 'Cc', 'Bcc', 'Subject', 'Reply-To'] },
  Finnish: { from: ['Lähettäjä'], others: ['Lähetetty', 'Päivämäärä', 'Vastaanottaja', 'Kopio', 'Aihe'] },
  French: { from: ['De'], others: ['Envoyé', 'Date', 'À', 'A', 'Cc', 'Objet'] },
  German: { from: ['Von'], others: ['Gesendet', 'Datum', 'An', 'Kopie', 'Betreff'] },
  Greek: { from: ['Από'], others: ['Στάλθηκε', 'Ημερομηνία', 'Προς', 'Κοιν', 'Θέμα'] },
  Hebrew: { from: ['מאת'], others: ['נשלח', 'תאריך', 'אל', 'עותק', 'נושא'] },
  Hungarian: { from: ['Feladó'], others: ['Elküldve', 'Dátum', 'Címzett', 'Másolatot kap', 'Tárgy'] },
  Indonesian: {
    from: ['Dari'],
    others: ['Dikirim', 'Terkirim', 'Tanggal', 'Kepada', 'Ke', 'Subjek', 'Perihal'],
  },
  Italian: { from: ['Da'], others: ['Inviato', 'Data', 'A', 'Oggetto'] },
  Japanese: { from: ['差出人', '送信者'], others: ['送信日時', '日付', '宛先', 'CC', '件名'] },
  Korean: {
    from: ['보낸 사람', '보낸사람'],
    others: ['보낸 날짜', '날짜', '받는 사람', '받는사람', '참조', '제목'],
  },
  Malay: { from: ['Daripada'], others: ['Dihantar', 'Tarikh', 'Kepada', 'Subjek'] },
  Polish: { from: ['Od'], others: ['Wysłano', 'Data', 'Do', 'DW', 'Temat'] },
  Portuguese: { from: ['De'], others: ['Enviado', 'Enviado em', 'Enviada em', 'Data', 'Para', 'Assunto'] },
  Romanian: { from: ['De la'], others: ['Trimis', 'Data', 'Către', 'Subiect'] },
  Russian: { from: ['От'], others: ['Отправлено', 'Дата', 'Кому', 'Копия', 'Тема'] },
  Spanish: { from: ['De'], others: ['Enviado', 'Enviado el', 'Fecha', 'Para', 'CC', 'Asunto'] },
  Swedish: { from: ['Från'], others: ['Skickat', 'Datum', 'Till', 'Kopia', 'Ämne'] },
  Thai: { from: ['จาก'], others: ['ส่ง', 'วันที่', 'ถึง', 'สำเนา', 'เรื่อง', 'ชื่อเรื่อง'] },
  Turkish: {
    from: ['Kimden', 'Gönderen'],
    others: ['Gönderildi', 'Gönderme Tarihi', 'Tarih', 'Kime', 'Alıcı', 'Bilgi', 'Konu'],
  },
  Ukrainian: { from: ['Від'], others: ['Надіслано', 'Дата', 'Кому', 'Копія', 'Тема'] },
  Vietnamese: { from: ['Từ', 'Người gửi'], others: ['Đã gửi', 'Ngày', 'Đến', 'Tới', 'Chủ đề'] },
}

/** How a line above a quote says that its writer wrote. */
export const wroteWords =
  /wrote|writes|schrieb|schreef|skrev|kirjoitti|écrit|escribi|escreveu|scritto|napisa|napsal|írta|a scris|έγραψε|писа[лв]|пише|yazdı|menulis|đã viết|เขียน|כתב|כתיבת|كتب|كتابة|写道|寫道|書きました|のメール|작성|님이/i

/** That the answers stand further down, within the quoted mail. */
export const pointsBelow =
  /\b(below|in-?line|di ?bawah|unten|ci-dessous|abajo|sotto|abaixo|hieronder|nedan|nedenfor)\b|alla olevi|poniżej|níže|alább|ниже|нижче|aşağıda|dưới đây|ด้านล่าง|下面|下方|以下|如下|아래|أدناه|להלן|למטה/iu
