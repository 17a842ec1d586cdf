import type { Texts } from './english.ts'

const weSendIt = (email: string) =>
  `Tidak ada yang kurang. Begitu disetujui, dokumennya kami kirim ke ${email}; Anda juga dapat membuka halaman ini lagi.`

export const texts: Texts = {
  skip: 'Langsung ke isi',
  language: 'Bahasa',
  moreLanguages: 'Bahasa lain',
  translation: {
    heading: 'Bahasa lain',
    lede: 'Kami belum menyediakan bahasa tersebut. Google dapat menerjemahkan halaman ini; untuk itu, peramban Anda memuat skrip dari Google. Nama, email, dan ID pesanan Anda tidak ikut diterjemahkan.',
    choose: 'Bahasa',
    submit: 'Terjemahkan dengan Google',
    on: 'Diterjemahkan oleh Google.',
    off: 'Kembali ke Bahasa Indonesia',
  },
  menu: 'Menu',
  footer: 'Bagian bawah halaman',
  contactUs: 'Hubungi Kami',
  siteLinks: {
    Home: 'Beranda',
    'Arrival Declaration': 'Deklarasi Kedatangan',
    'Departure Declaration': 'Deklarasi Keberangkatan',
  },
  messages: 'Pesan',
  close: 'Tutup',
  noAnswer: 'Server tidak dapat dihubungi. Periksa koneksi Anda, lalu coba lagi.',
  track: {
    title: 'Lacak Pesanan',
    heading: 'Lacak pesanan Anda',
    lede: 'Lihat sampai mana proses deklarasi pabean Anda, dan unduh dokumennya jika sudah siap.',
    orderId: 'ID pesanan',
    orderIdHint: 'Nomor dalam email yang kami kirimkan',
    orderIdMissing: 'Masukkan ID pesanan Anda',
    email: 'Email',
    emailHint: 'Alamat yang Anda berikan saat memesan',
    emailMissing: 'Masukkan email Anda',
    submit: 'Lacak Pesanan',
    whereHeading: 'Di mana ID pesanan saya?',
    where:
      'Di subjek setiap email dari kami. ID pesanan adalah angka yang terdiri dari enam digit atau lebih.',
    lost: 'Emailnya hilang?',
  },
  link: {
    title: 'Kirim ulang tautan',
    heading: 'Kirim ulang tautan pesanan',
    lede: 'Masukkan alamat yang Anda berikan saat memesan. Tautan ke pesanan Anda kami kirim ke alamat itu.',
    submit: 'Kirim ulang tautan',
    sentHeading: 'Periksa kotak masuk Anda',
    sent: 'Jika ada pesanan dengan alamat ini, tautannya akan tiba dalam beberapa menit. Periksa juga folder spam.',
    back: 'Kembali ke Lacak Pesanan',
  },
  help: {
    heading: 'Butuh bantuan?',
    write: 'Tulis kepada kami; kami menjawab siang dan malam.',
    writeWithId: 'Tulis kepada kami dengan menyebutkan ID pesanan Anda. Kami menjawab siang dan malam.',
  },
  order: {
    title: 'Pesanan Anda',
    loading: 'Memuat pesanan Anda',
    again: 'Coba lagi',
    situations: {
      received: {
        word: 'Sedang diproses',
        heading: 'Pesanan Anda sudah kami terima',
        lede: ({ email }) => weSendIt(email),
      },
      preparing: {
        word: 'Sedang diproses',
        heading: 'Deklarasi Anda sedang disiapkan',
        lede: ({ email }) => weSendIt(email),
      },
      answer: {
        word: 'Menunggu jawaban Anda',
        heading: 'Kami memerlukan sesuatu dari Anda',
        lede: ({ email }) =>
          `Kami menghubungi Anda lewat ${email} atau telepon. Mohon dijawab agar deklarasi Anda dapat kami lanjutkan.`,
      },
      customs: {
        word: 'Sedang diproses',
        heading: 'Deklarasi Anda sedang diperiksa bea cukai',
        lede: ({ email }) => weSendIt(email),
      },
      approved: {
        word: 'Disetujui',
        heading: 'Deklarasi Anda telah disetujui',
        lede: ({ email }) =>
          `Dokumennya belum ada di sini. Kami akan mengirimnya ke ${email}; Anda juga dapat membuka halaman ini lagi.`,
      },
      correcting: {
        word: 'Sedang diperbaiki',
        heading: 'Dokumen Anda sedang kami perbaiki',
        lede: ({ email }) =>
          `Mohon jangan gunakan dokumen yang sudah Anda simpan. Dokumen yang benar akan kami kirim ke ${email}; Anda juga dapat membuka halaman ini lagi.`,
      },
      ready: {
        word: 'Disetujui',
        heading: 'Deklarasi Anda sudah siap',
        lede: ({ type }) =>
          `Simpan di ponsel Anda dan tunjukkan kepada petugas bea cukai saat ${type === 'Departure' ? 'berangkat' : 'tiba'}.`,
      },
      closed: {
        word: 'Ditutup',
        heading: 'Pesanan Anda sudah ditutup',
        lede: () => 'Jika ada pertanyaan, tulis kepada kami dengan menyebutkan ID pesanan Anda.',
      },
    },
    steps: {
      received: 'Pesanan diterima',
      preparing: 'Sedang disiapkan',
      customs: 'Di bea cukai',
      ready: 'Siap',
    },
    since: (date) => `sejak ${date}`,
    before: (date) => `sebelum ${date}`,
    nowHeading: 'Yang dapat Anda lakukan sekarang',
    now: 'Pastikan data paspor dan perjalanan Anda tetap sama seperti yang diberikan. Jika ada perubahan, beri tahu kami sebelum berangkat.',
    download: 'Unduh',
    starting: 'Unduhan dimulai…',
    documents: 'Dokumen Anda',
    documentFor: (name) => `Untuk ${name}`,
    documentForAll: 'Untuk semua pelaku perjalanan',
    document: (kind, size) => `${kind}, ${size}.`,
    offline: 'Setelah disimpan, dokumen dapat dibuka tanpa koneksi.',
    preview: 'Halaman pertama dokumen Anda',
    qrHeading: 'Kode QR Anda',
    qr: 'Kode QR pada dokumen Anda',
    qrNote: 'Terangkan layar, lalu biarkan petugas memindainya.',
    reload: 'Periksa kabar terbaru',
    factsHeading: 'Pesanan Anda',
    orderId: 'ID pesanan',
    traveller: 'Pelaku perjalanan',
    orderType: 'Jenis pesanan',
    orderTypes: { Arrival: 'Kedatangan', Departure: 'Keberangkatan', Unknown: 'Deklarasi pabean' },
    travelDate: {
      Arrival: 'Tanggal kedatangan',
      Departure: 'Tanggal keberangkatan',
      Unknown: 'Tanggal perjalanan',
    },
  },
  history: {
    heading: 'Riwayat unduhan',
    date: 'Tanggal',
    device: 'Perangkat',
    ip: 'Alamat IP',
    none: 'Belum ada catatan',
  },
  accessFile: {
    title: 'Data Anda',
    heading: 'Unduh data Anda',
    intro:
      'Semua data Anda yang kami simpan dan siapa yang melihatnya: sebagai dokumen untuk dibaca (PDF), dan isi yang sama sebagai berkas untuk program (JSON).',
    once: (date) => `Masing-masing dapat diunduh satu kali, sampai ${date}.`,
    hint: 'Alamat tempat Anda menerima tautan ini',
    pdf: 'Unduh PDF',
    json: 'Unduh JSON',
    fetched: 'Sudah diunduh:',
    over: 'Tautan ini sudah tidak berlaku',
    overLede:
      'Tautan berlaku empat belas hari dan satu kali untuk setiap berkas. Tulislah kepada kami, dan kami akan mengirim yang baru.',
  },
  missing: {
    title: 'Halaman tidak ditemukan',
    heading: 'Halaman ini tidak ada',
    lede: 'Mungkin alamatnya tidak lengkap. Anda dapat menemukan pesanan dengan ID pesanan dan email Anda.',
    track: 'Lacak Pesanan',
  },
}
