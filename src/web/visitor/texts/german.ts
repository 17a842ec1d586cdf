import type { Texts } from './english.ts'

const weSendIt = (email: string) =>
  `Es fehlt nichts. Sobald die Erklärung genehmigt ist, senden wir sie an ${email}; Sie können auch hierher zurückkehren.`

export const texts: Texts = {
  skip: 'Zum Inhalt springen',
  language: 'Sprache',
  moreLanguages: 'Weitere Sprachen',
  translation: {
    heading: 'Andere Sprache',
    lede: 'Diese Sprache bieten wir noch nicht selbst an. Google kann diese Seite übersetzen; dafür lädt Ihr Browser ein Skript von Google. Ihr Name, Ihre E-Mail-Adresse und Ihre Bestellnummer bleiben davon ausgenommen.',
    choose: 'Sprache',
    submit: 'Mit Google übersetzen',
    on: 'Von Google übersetzt.',
    off: 'Zurück zur deutschen Fassung',
  },
  menu: 'Menü',
  footer: 'Fußzeile',
  contactUs: 'Kontakt',
  siteLinks: {
    Home: 'Startseite',
    'Arrival Declaration': 'Erklärung zur Einreise',
    'Departure Declaration': 'Erklärung zur Ausreise',
  },
  messages: 'Meldungen',
  close: 'Schließen',
  noAnswer: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  track: {
    title: 'Bestellung verfolgen',
    heading: 'Ihre Bestellung verfolgen',
    lede: 'Sehen Sie, wie weit Ihre Zollerklärung ist, und laden Sie sie herunter, sobald sie fertig ist.',
    orderId: 'Bestellnummer',
    orderIdHint: 'Die Nummer in der E-Mail, die wir Ihnen gesendet haben',
    orderIdMissing: 'Bitte geben Sie Ihre Bestellnummer ein',
    email: 'E-Mail-Adresse',
    emailHint: 'Die Adresse, die Sie bei der Bestellung angegeben haben',
    emailMissing: 'Bitte geben Sie Ihre E-Mail-Adresse ein',
    submit: 'Bestellung verfolgen',
    whereHeading: 'Wo finde ich meine Bestellnummer?',
    where: 'Im Betreff jeder E-Mail von uns. Es ist eine Zahl mit sechs oder mehr Stellen.',
    lost: 'E-Mail nicht mehr da?',
  },
  link: {
    title: 'Link erneut senden',
    heading: 'Link erneut senden',
    lede: 'Geben Sie die Adresse ein, die Sie bei der Bestellung angegeben haben. Wir senden den Link zu Ihrer Bestellung dorthin.',
    submit: 'Link erneut senden',
    sentHeading: 'Sehen Sie in Ihr Postfach',
    sent: 'Wenn zu dieser Adresse eine Bestellung gehört, kommt der Link in wenigen Minuten an. Sehen Sie auch im Spam-Ordner nach.',
    back: 'Zurück zu „Bestellung verfolgen“',
  },
  help: {
    heading: 'Brauchen Sie Hilfe?',
    write: 'Schreiben Sie uns; wir antworten Tag und Nacht.',
    writeWithId: 'Schreiben Sie uns mit Ihrer Bestellnummer. Wir antworten Tag und Nacht.',
  },
  order: {
    title: 'Ihre Bestellung',
    loading: 'Ihre Bestellung wird geladen',
    again: 'Erneut versuchen',
    situations: {
      received: {
        word: 'In Bearbeitung',
        heading: 'Wir haben Ihre Bestellung erhalten',
        lede: ({ email }) => weSendIt(email),
      },
      preparing: {
        word: 'In Bearbeitung',
        heading: 'Ihre Erklärung wird vorbereitet',
        lede: ({ email }) => weSendIt(email),
      },
      answer: {
        word: 'Wartet auf Ihre Antwort',
        heading: 'Wir brauchen noch etwas von Ihnen',
        lede: ({ email }) =>
          `Wir schreiben an ${email} oder rufen Sie an. Bitte antworten Sie, damit wir Ihre Erklärung weiter bearbeiten können.`,
      },
      customs: {
        word: 'In Bearbeitung',
        heading: 'Ihre Erklärung liegt beim Zoll',
        lede: ({ email }) => weSendIt(email),
      },
      approved: {
        word: 'Genehmigt',
        heading: 'Ihre Erklärung ist genehmigt',
        lede: ({ email }) =>
          `Das Dokument ist noch nicht hier. Wir senden es an ${email}; Sie können auch hierher zurückkehren.`,
      },
      correcting: {
        word: 'Wird korrigiert',
        heading: 'Wir korrigieren Ihr Dokument',
        lede: ({ email }) =>
          `Bitte verwenden Sie das gespeicherte Dokument nicht. Wir senden das korrigierte an ${email}; Sie können auch hierher zurückkommen.`,
      },
      ready: {
        word: 'Genehmigt',
        heading: 'Ihre Erklärung ist fertig',
        lede: ({ type }) =>
          `Speichern Sie sie auf Ihrem Telefon und zeigen Sie sie bei der ${type === 'Departure' ? 'Ausreise' : 'Einreise'} am Zoll vor.`,
      },
      closed: {
        word: 'Abgeschlossen',
        heading: 'Ihre Bestellung ist abgeschlossen',
        lede: () => 'Wenn Sie eine Frage dazu haben, schreiben Sie uns mit Ihrer Bestellnummer.',
      },
    },
    steps: {
      received: 'Bestellung erhalten',
      preparing: 'In Vorbereitung',
      customs: 'Beim Zoll',
      ready: 'Fertig',
    },
    since: (date) => `seit dem ${date}`,
    before: (date) => `vor dem ${date}`,
    nowHeading: 'Was Sie jetzt tun können',
    now: 'Ihre Pass- und Reisedaten sollten so bleiben, wie Sie sie angegeben haben. Wenn sich etwas geändert hat, schreiben Sie uns vor der Reise.',
    download: 'Herunterladen',
    starting: 'Der Download beginnt …',
    documents: 'Ihre Dokumente',
    documentFor: (name) => `Für ${name}`,
    documentForAll: 'Für alle Reisenden',
    document: (kind, size) => `${kind}, ${size}.`,
    offline: 'Einmal gespeichert, lässt es sich auch ohne Verbindung öffnen.',
    preview: 'Erste Seite Ihres Dokuments',
    qrHeading: 'Ihr QR-Code',
    qr: 'QR-Code Ihres Dokuments',
    qrNote: 'Stellen Sie den Bildschirm heller und lassen Sie den Code vom Zollpersonal scannen.',
    reload: 'Nach Neuigkeiten sehen',
    factsHeading: 'Ihre Bestellung',
    orderId: 'Bestellnummer',
    traveller: 'Reisende Person',
    orderType: 'Art der Bestellung',
    orderTypes: { Arrival: 'Einreise', Departure: 'Ausreise', Unknown: 'Zollerklärung' },
    travelDate: { Arrival: 'Tag der Einreise', Departure: 'Tag der Ausreise', Unknown: 'Reisetag' },
  },
  history: {
    heading: 'Bisherige Downloads',
    date: 'Datum',
    device: 'Gerät',
    ip: 'IP-Adresse',
    none: 'Keine Einträge',
  },
  accessFile: {
    title: 'Ihre Daten',
    heading: 'Ihre Daten herunterladen',
    intro:
      'Alles, was wir über Sie gespeichert haben, und wer es gesehen hat: als Dokument zum Lesen (PDF), und dasselbe als Datei für Programme (JSON).',
    once: (date) => `Beide können bis ${date} je einmal heruntergeladen werden.`,
    hint: 'Die Adresse, an die der Link ging',
    pdf: 'PDF herunterladen',
    json: 'JSON herunterladen',
    fetched: 'Schon heruntergeladen:',
    over: 'Dieser Link gilt nicht mehr',
    overLede:
      'Er gilt vierzehn Tage, und einmal für jede Datei. Schreiben Sie uns, und wir schicken Ihnen einen neuen.',
  },
  missing: {
    title: 'Seite nicht gefunden',
    heading: 'Diese Seite gibt es nicht',
    lede: 'Die Adresse ist vielleicht unvollständig. Mit Bestellnummer und E-Mail-Adresse finden Sie Ihre Bestellung.',
    track: 'Bestellung verfolgen',
  },
}
