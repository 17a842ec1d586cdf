import type { VisitorOrder, VisitorStage, VisitorStepKey } from '#contract/visitor.ts'

type OrderType = VisitorOrder['order_type']

/** The stages with their own texts: the visitor's stages, and approved without a document yet. */
export type DisplayStage = VisitorStage | 'approved'

interface StageText {
  word: string
  heading: string
  lede: (order: { email: string; type: OrderType }) => string
}

const sendingSentence = (email: string) =>
  `Nothing is missing. We will send the document to ${email} as soon as it is approved. You can also come back here.`

const situations: Record<DisplayStage, StageText> = {
  received: {
    word: 'In progress',
    heading: 'We have received your order',
    lede: ({ email }) => sendingSentence(email),
  },
  preparing: {
    word: 'In progress',
    heading: 'Your declaration is being prepared',
    lede: ({ email }) => sendingSentence(email),
  },
  answer: {
    word: 'Waiting for your answer',
    heading: 'We need something from you',
    lede: ({ email }) =>
      `We have written to ${email} or will call you. Please answer so that we can continue with your declaration.`,
  },
  customs: {
    word: 'In progress',
    heading: 'Your declaration is with customs',
    lede: ({ email }) => sendingSentence(email),
  },
  approved: {
    word: 'Approved',
    heading: 'Your declaration is approved',
    lede: ({ email }) =>
      `The document is not here yet. We will send it to ${email}. You can also come back here.`,
  },
  correcting: {
    word: 'Being corrected',
    heading: 'We are correcting your document',
    lede: ({ email }) =>
      `Please do not use the copy you saved. We will send the corrected document to ${email}. You can also come back here.`,
  },
  ready: {
    word: 'Approved',
    heading: 'Your declaration is ready',
    lede: ({ type }) =>
      `Save it on your phone and show it at customs when you ${type === 'Departure' ? 'leave' : 'arrive'}.`,
  },
  closed: {
    word: 'Closed',
    heading: 'Your order is closed',
    lede: () => 'If you have a question about it, write to us with your order ID.',
  },
}

const steps: Record<VisitorStepKey, string> = {
  received: 'Order received',
  preparing: 'Being prepared',
  customs: 'With customs',
  ready: 'Ready',
}

const travelDate: Record<OrderType, string> = {
  Arrival: 'Arrival date',
  Departure: 'Departure date',
  Unknown: 'Travel date',
}

const orderTypes: Record<OrderType, string> = {
  Arrival: 'Arrival',
  Departure: 'Departure',
  Unknown: 'Customs declaration',
}

/** All texts of the visitor's pages; field messages are the specification's (spec §5). */
export const texts = {
  skip: 'Skip to content',
  language: 'Language',
  moreLanguages: 'More languages',
  translation: {
    heading: 'Another language',
    lede: 'We do not offer it ourselves yet. Google can translate this page; your browser then loads a script from Google. Your name, e-mail and order ID are left out.',
    choose: 'Language',
    submit: 'Translate with Google',
    on: 'Translated by Google.',
    off: 'Back to English',
  },
  menu: 'Menu',
  footer: 'Footer',
  contactUs: 'Contact Us',
  /** By the English label that a site gives its link. */
  siteLinks: {
    Home: 'Home',
    'Arrival Declaration': 'Arrival Declaration',
    'Departure Declaration': 'Departure Declaration',
  },
  messages: 'Messages',
  close: 'Close',
  noAnswer: 'We could not reach the server. Check your connection and try again.',
  track: {
    title: 'Track Order',
    heading: 'Track your order',
    lede: 'See how far your customs declaration is, and download it when it is ready.',
    orderId: 'Order ID',
    orderIdHint: 'The number in the e-mail we sent you',
    orderIdMissing: 'Please enter your orderId',
    email: 'E-mail',
    emailHint: 'The address you gave when you ordered',
    emailMissing: 'Please enter your email',
    submit: 'Track Order',
    whereHeading: 'Where is my order ID?',
    where: 'In the subject of every e-mail from us. It is a number of six digits or more.',
    lost: 'Lost the e-mail?',
  },
  link: {
    title: 'Send me the link again',
    heading: 'Send me the link again',
    lede: 'Enter the address you gave when you ordered. We will send the link to your order there.',
    submit: 'Send me the link again',
    sentHeading: 'Check your inbox',
    sent: 'If an order belongs to this address, the link arrives within a few minutes. Check your spam folder, too.',
    back: 'Back to Track Order',
  },
  help: {
    heading: 'Need help?',
    write: 'Write to us. We answer day and night.',
    writeWithId: 'Write to us with your order ID. We answer day and night.',
  },
  order: {
    title: 'Your order',
    loading: 'Loading your order',
    again: 'Try again',
    situations,
    steps,
    since: (date: string) => `since ${date}`,
    before: (date: string) => `before ${date}`,
    nowHeading: 'What you can do now',
    now: 'If your passport or travel details change, write to us before you travel.',
    download: 'Download',
    starting: 'Starting your download…',
    documents: 'Your documents',
    documentFor: (name: string) => `For ${name}`,
    documentForAll: 'For all travellers',
    document: (kind: string, size: string) => `${kind}, ${size}.`,
    offline: 'Once saved, it also works without a connection.',
    preview: 'First page of your document',
    qrHeading: 'Your QR code',
    qr: 'QR code of your document',
    qrNote: 'Turn up the brightness and let the officer scan it.',
    reload: 'Check for updates',
    factsHeading: 'Your order',
    orderId: 'Order ID',
    traveller: 'Traveller',
    orderType: 'Order type',
    orderTypes,
    travelDate,
  },
  history: {
    heading: 'Download history',
    date: 'Date',
    device: 'Device',
    ip: 'IP address',
    none: 'No record found',
  },
  accessFile: {
    title: 'Your data',
    heading: 'Download your data',
    intro:
      'Everything that we hold of you, and who saw it: as a document to read (PDF), and the same as a file for programs (JSON).',
    once: (date: string) => `Each can be downloaded once, until ${date}.`,
    hint: 'The address that the link was sent to',
    pdf: 'Download PDF',
    json: 'Download JSON',
    fetched: 'Downloaded already:',
    over: 'This link is over',
    overLede:
      'It works for fourteen days, and once for each file. Write to us, and we will send you a new one.',
  },
  missing: {
    title: 'Page not found',
    heading: 'This page does not exist',
    lede: 'The address may be incomplete. With your order ID and e-mail you can find your order.',
    track: 'Track Order',
  },
}
export type Texts = typeof texts
