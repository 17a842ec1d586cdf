import type { Texts } from './english.ts'

const weSendIt = (email: string) =>
  `Semuanya sudah lengkap. Kami akan menghantar dokumen ke ${email} sebaik sahaja diluluskan; anda juga boleh kembali ke halaman ini.`

export const texts: Texts = {
  skip: 'Terus ke kandungan',
  language: 'Bahasa',
  moreLanguages: 'Bahasa lain',
  translation: {
    heading: 'Bahasa lain',
    lede: 'Kami belum menyediakan bahasa itu. Google boleh menterjemahkan halaman ini; untuk itu, pelayar anda memuatkan skrip Google. Nama, e-mel dan ID pesanan anda tidak diterjemahkan.',
    choose: 'Bahasa',
    submit: 'Terjemah dengan Google',
    on: 'Diterjemahkan oleh Google.',
    off: 'Kembali ke Bahasa Melayu',
  },
  menu: 'Menu',
  footer: 'Bahagian bawah halaman',
  contactUs: 'Hubungi Kami',
  siteLinks: {
    Home: 'Laman Utama',
    'Arrival Declaration': 'Perisytiharan Ketibaan',
    'Departure Declaration': 'Perisytiharan Perlepasan',
  },
  messages: 'Makluman',
  close: 'Tutup',
  noAnswer: 'Pelayan tidak dapat dihubungi. Semak sambungan anda, kemudian cuba lagi.',
  track: {
    title: 'Jejak Pesanan',
    heading: 'Jejak pesanan anda',
    lede: 'Lihat perkembangan perisytiharan kastam anda, dan muat turun apabila sudah siap.',
    orderId: 'ID pesanan',
    orderIdHint: 'Nombor dalam e-mel yang kami hantar',
    orderIdMissing: 'Sila masukkan ID pesanan anda',
    email: 'E-mel',
    emailHint: 'Alamat yang anda berikan semasa membuat pesanan',
    emailMissing: 'Sila masukkan e-mel anda',
    submit: 'Jejak Pesanan',
    whereHeading: 'Di manakah ID pesanan saya?',
    where: 'Dalam tajuk setiap e-mel daripada kami. ID pesanan ialah nombor enam digit atau lebih.',
    lost: 'E-mel itu hilang?',
  },
  link: {
    title: 'Hantar semula pautan',
    heading: 'Hantar semula pautan pesanan',
    lede: 'Masukkan alamat yang anda berikan semasa membuat pesanan. Kami akan menghantar pautan pesanan anda ke alamat itu.',
    submit: 'Hantar semula pautan',
    sentHeading: 'Semak peti masuk anda',
    sent: 'Jika ada pesanan dengan alamat ini, pautannya akan tiba dalam beberapa minit. Semak juga folder spam.',
    back: 'Kembali ke Jejak Pesanan',
  },
  help: {
    heading: 'Perlukan bantuan?',
    write: 'Tulis kepada kami; kami menjawab siang dan malam.',
    writeWithId: 'Tulis kepada kami dengan menyatakan ID pesanan anda. Kami menjawab siang dan malam.',
  },
  order: {
    title: 'Pesanan anda',
    loading: 'Memuatkan pesanan anda',
    again: 'Cuba lagi',
    situations: {
      received: {
        word: 'Sedang diproses',
        heading: 'Kami telah menerima pesanan anda',
        lede: ({ email }) => weSendIt(email),
      },
      preparing: {
        word: 'Sedang diproses',
        heading: 'Perisytiharan anda sedang disediakan',
        lede: ({ email }) => weSendIt(email),
      },
      answer: {
        word: 'Menunggu jawapan anda',
        heading: 'Kami memerlukan sesuatu daripada anda',
        lede: ({ email }) =>
          `Kami akan menulis ke ${email} atau menelefon anda. Mohon jawab supaya kami dapat meneruskan perisytiharan anda.`,
      },
      customs: {
        word: 'Sedang diproses',
        heading: 'Perisytiharan anda sedang disemak oleh kastam',
        lede: ({ email }) => weSendIt(email),
      },
      approved: {
        word: 'Diluluskan',
        heading: 'Perisytiharan anda telah diluluskan',
        lede: ({ email }) =>
          `Dokumennya belum ada di sini. Kami akan menghantarnya ke ${email}; anda juga boleh kembali ke halaman ini.`,
      },
      correcting: {
        word: 'Sedang dibetulkan',
        heading: 'Kami sedang membetulkan dokumen anda',
        lede: ({ email }) =>
          `Mohon jangan gunakan dokumen yang telah anda simpan. Kami akan menghantar dokumen yang betul ke ${email}; anda juga boleh kembali ke halaman ini.`,
      },
      ready: {
        word: 'Diluluskan',
        heading: 'Perisytiharan anda sudah siap',
        lede: ({ type }) =>
          `Simpan dalam telefon anda dan tunjukkan kepada pegawai kastam semasa ${type === 'Departure' ? 'berlepas' : 'tiba'}.`,
      },
      closed: {
        word: 'Ditutup',
        heading: 'Pesanan anda telah ditutup',
        lede: () => 'Jika ada pertanyaan, tulis kepada kami dengan menyatakan ID pesanan anda.',
      },
    },
    steps: {
      received: 'Pesanan diterima',
      preparing: 'Sedang disediakan',
      customs: 'Di kastam',
      ready: 'Siap',
    },
    since: (date) => `sejak ${date}`,
    before: (date) => `sebelum ${date}`,
    nowHeading: 'Apa yang boleh anda lakukan sekarang',
    now: 'Kekalkan maklumat pasport dan perjalanan anda seperti yang diberikan. Jika ada perubahan, maklumkan kepada kami sebelum anda bertolak.',
    download: 'Muat turun',
    starting: 'Muat turun bermula…',
    documents: 'Dokumen anda',
    documentFor: (name) => `Untuk ${name}`,
    documentForAll: 'Untuk semua pengembara',
    document: (kind, size) => `${kind}, ${size}.`,
    offline: 'Selepas disimpan, dokumen boleh dibuka tanpa sambungan.',
    preview: 'Halaman pertama dokumen anda',
    qrHeading: 'Kod QR anda',
    qr: 'Kod QR pada dokumen anda',
    qrNote: 'Terangkan skrin, kemudian biarkan pegawai mengimbasnya.',
    reload: 'Semak berita terkini',
    factsHeading: 'Pesanan anda',
    orderId: 'ID pesanan',
    traveller: 'Pengembara',
    orderType: 'Jenis pesanan',
    orderTypes: { Arrival: 'Ketibaan', Departure: 'Perlepasan', Unknown: 'Perisytiharan kastam' },
    travelDate: { Arrival: 'Tarikh tiba', Departure: 'Tarikh berlepas', Unknown: 'Tarikh perjalanan' },
  },
  history: {
    heading: 'Sejarah muat turun',
    date: 'Tarikh',
    device: 'Peranti',
    ip: 'Alamat IP',
    none: 'Tiada rekod',
  },
  accessFile: {
    title: 'Data anda',
    heading: 'Muat turun data anda',
    intro:
      'Semua data anda yang kami simpan dan siapa yang melihatnya: sebagai dokumen untuk dibaca (PDF), dan kandungan yang sama sebagai fail untuk program (JSON).',
    once: (date) => `Setiap satu boleh dimuat turun sekali, sehingga ${date}.`,
    hint: 'Alamat yang menerima pautan ini',
    pdf: 'Muat turun PDF',
    json: 'Muat turun JSON',
    fetched: 'Sudah dimuat turun:',
    over: 'Pautan ini sudah tamat',
    overLede:
      'Pautan sah selama empat belas hari dan sekali bagi setiap fail. Tulislah kepada kami, dan kami akan menghantar yang baharu.',
  },
  missing: {
    title: 'Halaman tidak dijumpai',
    heading: 'Halaman ini tidak wujud',
    lede: 'Alamatnya mungkin tidak lengkap. Anda boleh mencari pesanan dengan ID pesanan dan e-mel anda.',
    track: 'Jejak Pesanan',
  },
}
