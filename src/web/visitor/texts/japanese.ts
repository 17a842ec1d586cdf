import type { Texts } from './english.ts'

const weSendIt = (email: string) =>
  `お客様のお手続きは必要ありません。承認され次第、${email} へお送りします。このページでもご確認いただけます。`

export const texts: Texts = {
  skip: '本文へ移動',
  language: '言語',
  moreLanguages: 'その他の言語',
  translation: {
    heading: 'その他の言語',
    lede: 'この言語にはまだ対応しておりません。Google でこのページを翻訳できます。その際、ブラウザーが Google のスクリプトを読み込みます。お名前、メールアドレス、注文番号は翻訳の対象になりません。',
    choose: '言語',
    submit: 'Google で翻訳',
    on: 'Google による翻訳です。',
    off: '日本語に戻る',
  },
  menu: 'メニュー',
  footer: 'フッター',
  contactUs: 'お問い合わせ',
  siteLinks: { Home: 'ホーム', 'Arrival Declaration': '入国申告', 'Departure Declaration': '出国申告' },
  messages: 'お知らせ',
  close: '閉じる',
  noAnswer: 'サーバーに接続できませんでした。通信環境をご確認のうえ、もう一度お試しください。',
  track: {
    title: '注文の確認',
    heading: 'ご注文の状況を確認',
    lede: '税関申告の進み具合を確認し、準備ができた書類をダウンロードできます。',
    orderId: '注文番号',
    orderIdHint: 'お送りしたメールに記載の番号です',
    orderIdMissing: '注文番号を入力してください',
    email: 'メールアドレス',
    emailHint: 'ご注文時に入力されたアドレスです',
    emailMissing: 'メールアドレスを入力してください',
    submit: '注文を確認する',
    whereHeading: '注文番号はどこにありますか？',
    where: '当社からお送りするすべてのメールの件名に記載しています。6桁以上の数字です。',
    lost: 'メールが見つかりませんか？',
  },
  link: {
    title: 'リンクの再送',
    heading: 'リンクをもう一度受け取る',
    lede: 'ご注文時のメールアドレスを入力してください。ご注文へのリンクをお送りします。',
    submit: 'リンクを再送する',
    sentHeading: '受信トレイをご確認ください',
    sent: 'このアドレスでのご注文がある場合は、数分以内にリンクが届きます。迷惑メールフォルダーもご確認ください。',
    back: '注文の確認に戻る',
  },
  help: {
    heading: 'お困りですか？',
    write: 'メールでお問い合わせください。昼夜を問わずお答えします。',
    writeWithId: '注文番号を添えてメールでお問い合わせください。昼夜を問わずお答えします。',
  },
  order: {
    title: 'ご注文',
    loading: 'ご注文を読み込んでいます',
    again: 'もう一度試す',
    situations: {
      received: {
        word: '手続き中',
        heading: 'ご注文を承りました',
        lede: ({ email }) => weSendIt(email),
      },
      preparing: {
        word: '手続き中',
        heading: '申告の準備をしています',
        lede: ({ email }) => weSendIt(email),
      },
      answer: {
        word: 'ご返答をお待ちしています',
        heading: 'お客様に確認したいことがあります',
        lede: ({ email }) =>
          `${email} へのメール、またはお電話でご連絡します。申告の手続きを進めるため、ご返答をお願いいたします。`,
      },
      customs: {
        word: '手続き中',
        heading: '申告は税関で審査中です',
        lede: ({ email }) => weSendIt(email),
      },
      approved: {
        word: '承認済み',
        heading: '申告が承認されました',
        lede: ({ email }) =>
          `書類はまだこのページにありません。${email} へお送りします。後ほどこのページでもご確認いただけます。`,
      },
      correcting: {
        word: '修正中',
        heading: '書類を修正しています',
        lede: ({ email }) =>
          `保存済みの書類は使用しないでください。修正した書類は ${email} にお送りします。後ほどこのページでもご確認いただけます。`,
      },
      ready: {
        word: '承認済み',
        heading: '申告書類の準備ができました',
        lede: ({ type }) =>
          `スマートフォンに保存し、${type === 'Departure' ? '出国' : '入国'}時に税関でご提示ください。`,
      },
      closed: {
        word: '終了',
        heading: 'このご注文は終了しました',
        lede: () => 'ご不明な点がございましたら、注文番号を添えてメールでお問い合わせください。',
      },
    },
    steps: { received: '注文受付', preparing: '準備中', customs: '税関で審査中', ready: '準備完了' },
    since: (date) => `${date}から`,
    before: (date) => `${date}までに`,
    nowHeading: '今できること',
    now: 'パスポートとご旅行の内容が、お知らせいただいたとおりかご確認ください。変更がある場合は、ご出発前にメールでお知らせください。',
    download: 'ダウンロード',
    starting: 'ダウンロードを開始しています…',
    documents: 'お客様の書類',
    document: (kind, size) => `${kind}、${size}。`,
    offline: '保存すれば、通信環境がなくてもご利用いただけます。',
    preview: '書類の1ページ目',
    qrHeading: 'QRコード',
    qr: 'お客様の書類のQRコード',
    qrNote: '画面を明るくして、係員に読み取ってもらってください。',
    reload: '最新の状況を確認',
    factsHeading: 'ご注文内容',
    orderId: '注文番号',
    traveller: '旅行者',
    orderType: '注文の種類',
    orderTypes: { Arrival: '入国', Departure: '出国', Unknown: '税関申告' },
    travelDate: { Arrival: '入国日', Departure: '出国日', Unknown: '旅行日' },
  },
  history: {
    heading: 'ダウンロード履歴',
    date: '日付',
    device: '端末',
    ip: 'IPアドレス',
    none: '履歴はありません',
  },
  accessFile: {
    title: 'お客様のデータ',
    heading: 'データをダウンロード',
    intro:
      '当社が保管しているお客様のすべてのデータと閲覧の記録です。読むための文書（PDF）と、同じ内容のプログラム用ファイル（JSON）があります。',
    once: (date) => `${date}まで、それぞれ一回ダウンロードできます。`,
    hint: 'リンクを受け取ったメールアドレス',
    pdf: 'PDFをダウンロード',
    json: 'JSONをダウンロード',
    fetched: 'ダウンロード済み：',
    over: 'このリンクは無効になりました',
    overLede:
      'リンクの有効期間は十四日で、各ファイルは一回だけダウンロードできます。ご連絡いただければ、新しいリンクをお送りします。',
  },
  missing: {
    title: 'ページが見つかりません',
    heading: 'このページは存在しません',
    lede: 'アドレスが正しくない可能性があります。注文番号とメールアドレスで、ご注文を確認できます。',
    track: '注文の確認',
  },
}
