import type { Texts } from './english.ts'

const weSendIt = (email: string) =>
  `Il ne manque rien. Dès l’approbation, nous enverrons le document à ${email}\u00A0; vous pouvez aussi revenir sur cette page.`

export const texts: Texts = {
  skip: 'Aller au contenu',
  language: 'Langue',
  moreLanguages: 'Autres langues',
  translation: {
    heading: 'Une autre langue',
    lede: 'Nous ne proposons pas encore cette langue. Google peut traduire cette page\u00A0; pour cela, votre navigateur charge un script de Google. Votre nom, votre adresse e-mail et votre numéro de commande sont exclus de la traduction.',
    choose: 'Langue',
    submit: 'Traduire avec Google',
    on: 'Traduit par Google.',
    off: 'Revenir au français',
  },
  menu: 'Menu',
  footer: 'Pied de page',
  contactUs: 'Nous contacter',
  siteLinks: {
    Home: 'Accueil',
    'Arrival Declaration': 'Déclaration d’arrivée',
    'Departure Declaration': 'Déclaration de départ',
  },
  messages: 'Messages',
  close: 'Fermer',
  noAnswer: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
  track: {
    title: 'Suivi de commande',
    heading: 'Suivre votre commande',
    lede: 'Voyez où en est votre déclaration douanière et téléchargez-la dès qu’elle est prête.',
    orderId: 'Numéro de commande',
    orderIdHint: 'Le numéro qui figure dans l’e-mail que nous vous avons envoyé',
    orderIdMissing: 'Veuillez saisir votre numéro de commande',
    email: 'Adresse e-mail',
    emailHint: 'L’adresse que vous avez donnée lors de la commande',
    emailMissing: 'Veuillez saisir votre adresse e-mail',
    submit: 'Suivre la commande',
    whereHeading: 'Où trouver mon numéro de commande\u00A0?',
    where: 'Dans l’objet de chacun de nos e-mails. C’est un nombre d’au moins six chiffres.',
    lost: 'Vous ne retrouvez plus l’e-mail\u00A0?',
  },
  link: {
    title: 'Recevoir à nouveau le lien',
    heading: 'Recevoir à nouveau le lien',
    lede: 'Saisissez l’adresse donnée lors de la commande. Nous y enverrons le lien vers votre commande.',
    submit: 'Recevoir à nouveau le lien',
    sentHeading: 'Consultez votre boîte de réception',
    sent: 'Si une commande est associée à cette adresse, le lien arrivera dans quelques minutes. Regardez aussi dans le dossier des indésirables.',
    back: 'Retour au suivi de commande',
  },
  help: {
    heading: 'Besoin d’aide\u00A0?',
    write: 'Écrivez-nous\u00A0; nous répondons jour et nuit.',
    writeWithId: 'Écrivez-nous en indiquant votre numéro de commande. Nous répondons jour et nuit.',
  },
  order: {
    title: 'Votre commande',
    loading: 'Chargement de votre commande',
    again: 'Réessayer',
    situations: {
      received: {
        word: 'En cours',
        heading: 'Nous avons reçu votre commande',
        lede: ({ email }) => weSendIt(email),
      },
      preparing: {
        word: 'En cours',
        heading: 'Votre déclaration est en préparation',
        lede: ({ email }) => weSendIt(email),
      },
      answer: {
        word: 'En attente de votre réponse',
        heading: 'Nous avons besoin d’une information',
        lede: ({ email }) =>
          `Nous vous écrivons à ${email} ou vous appelons. Merci de répondre pour que nous puissions poursuivre votre déclaration.`,
      },
      customs: {
        word: 'En cours',
        heading: 'Votre déclaration est à la douane',
        lede: ({ email }) => weSendIt(email),
      },
      approved: {
        word: 'Approuvée',
        heading: 'Votre déclaration est approuvée',
        lede: ({ email }) =>
          `Le document n’est pas encore ici. Nous l’enverrons à ${email}\u00A0; vous pouvez aussi revenir sur cette page.`,
      },
      correcting: {
        word: 'En cours de correction',
        heading: 'Nous corrigeons votre document',
        lede: ({ email }) =>
          `N’utilisez pas celui que vous avez enregistré. Nous enverrons le document corrigé à ${email}\u00A0; vous pouvez aussi revenir sur cette page.`,
      },
      ready: {
        word: 'Approuvée',
        heading: 'Votre déclaration est prête',
        lede: ({ type }) =>
          `Enregistrez-la sur votre téléphone et présentez-la à la douane ${type === 'Departure' ? 'au départ' : 'à l’arrivée'}.`,
      },
      closed: {
        word: 'Clôturée',
        heading: 'Votre commande est clôturée',
        lede: () => 'Si vous avez une question, écrivez-nous en indiquant votre numéro de commande.',
      },
    },
    steps: {
      received: 'Commande reçue',
      preparing: 'En préparation',
      customs: 'À la douane',
      ready: 'Prête',
    },
    since: (date) => `depuis le ${date}`,
    before: (date) => `avant le ${date}`,
    nowHeading: 'Ce que vous pouvez faire maintenant',
    now: 'Votre passeport et votre voyage doivent rester tels que vous les avez déclarés. En cas de changement, écrivez-nous avant de partir.',
    download: 'Télécharger',
    starting: 'Le téléchargement commence…',
    documents: 'Vos documents',
    documentFor: (name) => `Pour ${name}`,
    documentForAll: 'Pour tous les voyageurs',
    document: (kind, size) => `${kind}, ${size}.`,
    offline: 'Une fois enregistré, il s’ouvre aussi sans connexion.',
    preview: 'Première page de votre document',
    qrHeading: 'Votre code QR',
    qr: 'Code QR de votre document',
    qrNote: 'Augmentez la luminosité et laissez l’agent scanner le code.',
    reload: 'Voir s’il y a du nouveau',
    factsHeading: 'Votre commande',
    orderId: 'Numéro de commande',
    traveller: 'Voyageur',
    orderType: 'Type de commande',
    orderTypes: { Arrival: 'Arrivée', Departure: 'Départ', Unknown: 'Déclaration douanière' },
    travelDate: { Arrival: 'Date d’arrivée', Departure: 'Date de départ', Unknown: 'Date du voyage' },
  },
  history: {
    heading: 'Historique des téléchargements',
    date: 'Date',
    device: 'Appareil',
    ip: 'Adresse IP',
    none: 'Aucun téléchargement',
  },
  accessFile: {
    title: 'Vos données',
    heading: 'Télécharger vos données',
    intro:
      'Tout ce que nous conservons à votre sujet, et qui l’a consulté\u00A0: sous forme de document à lire (PDF), et le même contenu en fichier pour les programmes (JSON).',
    once: (date) => `Chacun peut être téléchargé une fois, jusqu’au ${date}.`,
    hint: 'L’adresse à laquelle le lien a été envoyé',
    pdf: 'Télécharger le PDF',
    json: 'Télécharger le JSON',
    fetched: 'Déjà téléchargé\u00A0:',
    over: 'Ce lien n’est plus valable',
    overLede:
      'Il est valable quatorze jours, et une fois pour chaque fichier. Écrivez-nous, et nous vous en enverrons un nouveau.',
  },
  missing: {
    title: 'Page introuvable',
    heading: 'Cette page n’existe pas',
    lede: 'L’adresse est peut-être incomplète. Votre numéro de commande et votre adresse e-mail vous permettent de retrouver votre commande.',
    track: 'Suivi de commande',
  },
}
