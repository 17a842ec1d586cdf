import type { Texts } from './english.ts'

const weSendIt = (email: string) =>
  `No falta nada. En cuanto se apruebe, enviaremos el documento a ${email}; también puede volver a esta página.`

export const texts: Texts = {
  skip: 'Ir al contenido',
  language: 'Idioma',
  moreLanguages: 'Más idiomas',
  translation: {
    heading: 'Otro idioma',
    lede: 'Todavía no ofrecemos ese idioma. Google puede traducir esta página; para ello, su navegador carga un script de Google. Su nombre, su correo electrónico y su número de pedido quedan excluidos de la traducción.',
    choose: 'Idioma',
    submit: 'Traducir con Google',
    on: 'Traducido por Google.',
    off: 'Volver al español',
  },
  menu: 'Menú',
  footer: 'Pie de página',
  contactUs: 'Contacto',
  siteLinks: {
    Home: 'Inicio',
    'Arrival Declaration': 'Declaración de llegada',
    'Departure Declaration': 'Declaración de salida',
  },
  messages: 'Mensajes',
  close: 'Cerrar',
  noAnswer: 'No se ha podido conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.',
  track: {
    title: 'Seguimiento del pedido',
    heading: 'Consulte su pedido',
    lede: 'Vea en qué punto está su declaración de aduanas y descárguela cuando esté lista.',
    orderId: 'Número de pedido',
    orderIdHint: 'El número que aparece en el correo que le enviamos',
    orderIdMissing: 'Introduzca su número de pedido',
    email: 'Correo electrónico',
    emailHint: 'La dirección que indicó al hacer el pedido',
    emailMissing: 'Introduzca su correo electrónico',
    submit: 'Consultar pedido',
    whereHeading: '¿Dónde está mi número de pedido?',
    where: 'En el asunto de todos nuestros correos. Es un número de seis cifras o más.',
    lost: '¿Ha perdido el correo?',
  },
  link: {
    title: 'Recibir el enlace de nuevo',
    heading: 'Recibir el enlace de nuevo',
    lede: 'Introduzca la dirección que indicó al hacer el pedido. Le enviaremos allí el enlace a su pedido.',
    submit: 'Recibir el enlace de nuevo',
    sentHeading: 'Revise su bandeja de entrada',
    sent: 'Si hay un pedido con esta dirección, el enlace llegará en unos minutos. Revise también la carpeta de correo no deseado.',
    back: 'Volver al seguimiento del pedido',
  },
  help: {
    heading: '¿Necesita ayuda?',
    write: 'Escríbanos; respondemos de día y de noche.',
    writeWithId: 'Escríbanos e indique su número de pedido. Respondemos de día y de noche.',
  },
  order: {
    title: 'Su pedido',
    loading: 'Cargando su pedido',
    again: 'Intentar de nuevo',
    situations: {
      received: {
        word: 'En curso',
        heading: 'Hemos recibido su pedido',
        lede: ({ email }) => weSendIt(email),
      },
      preparing: {
        word: 'En curso',
        heading: 'Estamos preparando su declaración',
        lede: ({ email }) => weSendIt(email),
      },
      answer: {
        word: 'A la espera de su respuesta',
        heading: 'Necesitamos algo de usted',
        lede: ({ email }) =>
          `Le escribiremos a ${email} o le llamaremos. Responda, por favor, para que podamos continuar con su declaración.`,
      },
      customs: {
        word: 'En curso',
        heading: 'Su declaración está en la aduana',
        lede: ({ email }) => weSendIt(email),
      },
      approved: {
        word: 'Aprobada',
        heading: 'Su declaración está aprobada',
        lede: ({ email }) =>
          `El documento todavía no está aquí. Lo enviaremos a ${email}; también puede volver a esta página.`,
      },
      correcting: {
        word: 'En corrección',
        heading: 'Estamos corrigiendo su documento',
        lede: ({ email }) =>
          `No utilice el que ha guardado. Enviaremos el documento corregido a ${email}; también puede volver a esta página.`,
      },
      ready: {
        word: 'Aprobada',
        heading: 'Su declaración está lista',
        lede: ({ type }) =>
          `Guárdela en su teléfono y muéstrela en la aduana a la ${type === 'Departure' ? 'salida' : 'llegada'}.`,
      },
      closed: {
        word: 'Cerrado',
        heading: 'Su pedido está cerrado',
        lede: () => 'Si tiene alguna pregunta, escríbanos e indique su número de pedido.',
      },
    },
    steps: {
      received: 'Pedido recibido',
      preparing: 'En preparación',
      customs: 'En la aduana',
      ready: 'Lista',
    },
    since: (date) => `desde el ${date}`,
    before: (date) => `antes del ${date}`,
    nowHeading: 'Qué puede hacer ahora',
    now: 'Mantenga los datos de su pasaporte y de su viaje tal como los indicó. Si han cambiado, escríbanos antes de viajar.',
    download: 'Descargar',
    starting: 'La descarga va a comenzar…',
    documents: 'Sus documentos',
    documentFor: (name) => `Para ${name}`,
    documentForAll: 'Para todos los viajeros',
    document: (kind, size) => `${kind}, ${size}.`,
    offline: 'Una vez guardado, también se abre sin conexión.',
    preview: 'Primera página de su documento',
    qrHeading: 'Su código QR',
    qr: 'Código QR de su documento',
    qrNote: 'Suba el brillo de la pantalla y deje que el agente lo escanee.',
    reload: 'Ver si hay novedades',
    factsHeading: 'Su pedido',
    orderId: 'Número de pedido',
    traveller: 'Viajero',
    orderType: 'Tipo de pedido',
    orderTypes: { Arrival: 'Llegada', Departure: 'Salida', Unknown: 'Declaración de aduanas' },
    travelDate: { Arrival: 'Fecha de llegada', Departure: 'Fecha de salida', Unknown: 'Fecha de viaje' },
  },
  history: {
    heading: 'Historial de descargas',
    date: 'Fecha',
    device: 'Dispositivo',
    ip: 'Dirección IP',
    none: 'No hay descargas',
  },
  accessFile: {
    title: 'Sus datos',
    heading: 'Descargar sus datos',
    intro:
      'Todo lo que guardamos sobre usted y quién lo ha visto: como documento para leer (PDF), y lo mismo como archivo para programas (JSON).',
    once: (date) => `Cada uno puede descargarse una vez, hasta el ${date}.`,
    hint: 'La dirección a la que se envió el enlace',
    pdf: 'Descargar PDF',
    json: 'Descargar JSON',
    fetched: 'Ya descargado:',
    over: 'Este enlace ya no es válido',
    overLede:
      'Funciona durante catorce días, y una vez para cada archivo. Escríbanos y le enviaremos uno nuevo.',
  },
  missing: {
    title: 'Página no encontrada',
    heading: 'Esta página no existe',
    lede: 'Es posible que la dirección esté incompleta. Puede encontrar su pedido con su número de pedido y su correo electrónico.',
    track: 'Seguimiento del pedido',
  },
}
