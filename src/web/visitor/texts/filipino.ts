import type { Texts } from './english.ts'

const weSendIt = (email: string) =>
  `Kumpleto na ang lahat. Ipapadala namin ang dokumento sa ${email} kapag naaprubahan na; maaari din kayong bumalik sa pahinang ito.`

export const texts: Texts = {
  skip: 'Pumunta sa nilalaman',
  language: 'Wika',
  moreLanguages: 'Iba pang wika',
  translation: {
    heading: 'Ibang wika',
    lede: 'Wala pa kaming salin sa wikang ito. Maaaring isalin ng Google ang pahinang ito; para dito, maglo-load ang inyong browser ng script ng Google. Hindi isasalin ang inyong pangalan, email at order ID.',
    choose: 'Wika',
    submit: 'Isalin gamit ang Google',
    on: 'Isinalin ng Google.',
    off: 'Bumalik sa Filipino',
  },
  menu: 'Menu',
  footer: 'Ibaba ng pahina',
  contactUs: 'Makipag-ugnayan',
  siteLinks: {
    Home: 'Pangunahing pahina',
    'Arrival Declaration': 'Deklarasyon sa pagdating',
    'Departure Declaration': 'Deklarasyon sa pag-alis',
  },
  messages: 'Mga mensahe',
  close: 'Isara',
  noAnswer: 'Hindi maabot ang server. Pakisuri ang inyong koneksiyon at subukan muli.',
  track: {
    title: 'Tingnan ang order',
    heading: 'Tingnan ang inyong order',
    lede: 'Alamin kung nasaan na ang inyong deklarasyon sa customs, at i-download ito kapag handa na.',
    orderId: 'Order ID',
    orderIdHint: 'Ang numero sa email na ipinadala namin',
    orderIdMissing: 'Pakilagay ang inyong order ID',
    email: 'Email',
    emailHint: 'Ang address na ibinigay ninyo nang mag-order',
    emailMissing: 'Pakilagay ang inyong email',
    submit: 'Tingnan ang order',
    whereHeading: 'Nasaan ang aking order ID?',
    where: 'Nasa paksa ng bawat email mula sa amin. Ito ay numerong may anim na digit o higit pa.',
    lost: 'Hindi makita ang email?',
  },
  link: {
    title: 'Ipadala muli ang link',
    heading: 'Ipadala muli ang link',
    lede: 'Ilagay ang address na ibinigay ninyo nang mag-order. Doon namin ipapadala ang link sa inyong order.',
    submit: 'Ipadala muli ang link',
    sentHeading: 'Tingnan ang inyong inbox',
    sent: 'Kung may order sa address na ito, darating ang link sa loob ng ilang minuto. Tingnan din ang spam folder.',
    back: 'Bumalik sa pagtingin ng order',
  },
  help: {
    heading: 'Kailangan ng tulong?',
    write: 'Sumulat sa amin; may sasagot araw at gabi.',
    writeWithId: 'Sumulat sa amin at isama ang inyong order ID. May sasagot araw at gabi.',
  },
  order: {
    title: 'Ang inyong order',
    loading: 'Nilo-load ang inyong order',
    again: 'Subukan muli',
    situations: {
      received: {
        word: 'Pinoproseso',
        heading: 'Natanggap na namin ang inyong order',
        lede: ({ email }) => weSendIt(email),
      },
      preparing: {
        word: 'Pinoproseso',
        heading: 'Inihahanda ang inyong deklarasyon',
        lede: ({ email }) => weSendIt(email),
      },
      answer: {
        word: 'Hinihintay ang inyong sagot',
        heading: 'May kailangan kami mula sa inyo',
        lede: ({ email }) =>
          `Susulat kami sa ${email} o tatawagan namin kayo. Pakisagot po upang maituloy namin ang inyong deklarasyon.`,
      },
      customs: {
        word: 'Pinoproseso',
        heading: 'Nasa customs na ang inyong deklarasyon',
        lede: ({ email }) => weSendIt(email),
      },
      approved: {
        word: 'Naaprubahan',
        heading: 'Naaprubahan na ang inyong deklarasyon',
        lede: ({ email }) =>
          `Wala pa rito ang dokumento. Ipapadala namin ito sa ${email}; maaari din kayong bumalik sa pahinang ito.`,
      },
      correcting: {
        word: 'Itinatama',
        heading: 'Itinatama namin ang inyong dokumento',
        lede: ({ email }) =>
          `Huwag po munang gamitin ang na-save ninyong dokumento. Ipapadala namin ang naitamang dokumento sa ${email}; maaari din kayong bumalik sa pahinang ito.`,
      },
      ready: {
        word: 'Naaprubahan',
        heading: 'Handa na ang inyong deklarasyon',
        lede: ({ type }) =>
          `I-save ito sa inyong telepono at ipakita sa customs ${type === 'Departure' ? 'sa inyong pag-alis' : 'sa inyong pagdating'}.`,
      },
      closed: {
        word: 'Sarado',
        heading: 'Sarado na ang inyong order',
        lede: () => 'Kung may tanong kayo tungkol dito, sumulat sa amin at isama ang inyong order ID.',
      },
    },
    steps: {
      received: 'Natanggap ang order',
      preparing: 'Inihahanda',
      customs: 'Nasa customs',
      ready: 'Handa na',
    },
    since: (date) => `mula ${date}`,
    before: (date) => `bago ang ${date}`,
    nowHeading: 'Ano ang magagawa ninyo ngayon',
    now: 'Panatilihin ang mga detalye ng pasaporte at biyahe ayon sa ibinigay ninyo. Kung may nagbago, sumulat sa amin bago kayo bumiyahe.',
    download: 'I-download',
    starting: 'Sinisimulan ang download…',
    documents: 'Inyong mga dokumento',
    documentFor: (name) => `Para kay ${name}`,
    documentForAll: 'Para sa lahat ng biyahero',
    document: (kind, size) => `${kind}, ${size}.`,
    offline: 'Kapag na-save na, mabubuksan ito kahit walang koneksiyon.',
    preview: 'Unang pahina ng inyong dokumento',
    qrHeading: 'Inyong QR code',
    qr: 'QR code ng inyong dokumento',
    qrNote: 'Liwanagan ang screen at ipa-scan ito sa opisyal.',
    reload: 'Tingnan kung may balita',
    factsHeading: 'Ang inyong order',
    orderId: 'Order ID',
    traveller: 'Biyahero',
    orderType: 'Uri ng order',
    orderTypes: { Arrival: 'Pagdating', Departure: 'Pag-alis', Unknown: 'Deklarasyon sa customs' },
    travelDate: {
      Arrival: 'Petsa ng pagdating',
      Departure: 'Petsa ng pag-alis',
      Unknown: 'Petsa ng biyahe',
    },
  },
  history: {
    heading: 'Kasaysayan ng pag-download',
    date: 'Petsa',
    device: 'Gamit na device',
    ip: 'IP address',
    none: 'Wala pang tala',
  },
  accessFile: {
    title: 'Ang inyong datos',
    heading: 'I-download ang inyong datos',
    intro:
      'Lahat ng datos ninyo na nasa amin, at kung sino ang tumingin: bilang dokumentong mababasa (PDF), at ang kaparehong laman bilang file para sa mga program (JSON).',
    once: (date) => `Isang beses mada-download ang bawat isa, hanggang ${date}.`,
    hint: 'Ang address na nakatanggap ng link',
    pdf: 'I-download ang PDF',
    json: 'I-download ang JSON',
    fetched: 'Na-download na:',
    over: 'Tapos na ang link na ito',
    overLede:
      'Gumagana ito nang labing-apat na araw, at isang beses para sa bawat file. Sumulat kayo sa amin, at magpapadala kami ng bago.',
  },
  missing: {
    title: 'Hindi nakita ang pahina',
    heading: 'Wala ang pahinang ito',
    lede: 'Maaaring kulang ang address. Mahahanap ninyo ang inyong order gamit ang order ID at email.',
    track: 'Tingnan ang order',
  },
}
