import type { Texts } from './english.ts'

const weSendIt = (email: string) =>
  `추가로 필요한 것은 없습니다. 승인되는 대로 ${email}(으)로 보내 드립니다. 이 페이지에서 다시 확인하실 수도 있습니다.`

export const texts: Texts = {
  skip: '본문으로 바로 가기',
  language: '언어',
  moreLanguages: '다른 언어',
  translation: {
    heading: '다른 언어',
    lede: '아직 직접 지원하지 않는 언어입니다. Google을 통해 이 페이지를 번역할 수 있으며, 이때 브라우저가 Google의 스크립트를 불러옵니다. 이름, 이메일, 주문 번호는 번역에서 제외됩니다.',
    choose: '언어',
    submit: 'Google로 번역',
    on: 'Google에서 번역했습니다.',
    off: '한국어로 돌아가기',
  },
  menu: '메뉴',
  footer: '페이지 하단',
  contactUs: '문의하기',
  siteLinks: { Home: '홈', 'Arrival Declaration': '입국 신고', 'Departure Declaration': '출국 신고' },
  messages: '알림',
  close: '닫기',
  noAnswer: '서버에 연결할 수 없습니다. 인터넷 연결을 확인한 후 다시 시도해 주세요.',
  track: {
    title: '주문 조회',
    heading: '주문을 조회하세요',
    lede: '세관 신고가 어디까지 진행되었는지 확인하고, 준비되면 다운로드하세요.',
    orderId: '주문 번호',
    orderIdHint: '보내 드린 이메일에 있는 번호',
    orderIdMissing: '주문 번호를 입력해 주세요',
    email: '이메일',
    emailHint: '주문하실 때 입력하신 주소',
    emailMissing: '이메일을 입력해 주세요',
    submit: '주문 조회',
    whereHeading: '주문 번호는 어디에 있나요?',
    where: '보내 드린 모든 이메일의 제목에 있습니다. 여섯 자리 이상의 숫자입니다.',
    lost: '이메일을 찾을 수 없으신가요?',
  },
  link: {
    title: '링크 다시 받기',
    heading: '링크 다시 받기',
    lede: '주문하실 때 입력하신 주소를 적어 주세요. 그 주소로 주문 링크를 보내 드립니다.',
    submit: '링크 다시 받기',
    sentHeading: '받은편지함을 확인해 주세요',
    sent: '이 주소로 접수된 주문이 있으면 몇 분 안에 링크가 도착합니다. 스팸함도 확인해 주세요.',
    back: '주문 조회로 돌아가기',
  },
  help: {
    heading: '도움이 필요하신가요?',
    write: '이메일을 보내 주세요. 밤낮으로 답변해 드립니다.',
    writeWithId: '주문 번호와 함께 이메일을 보내 주세요. 밤낮으로 답변해 드립니다.',
  },
  order: {
    title: '고객님의 주문',
    loading: '주문을 불러오는 중입니다',
    again: '다시 시도',
    situations: {
      received: {
        word: '진행 중',
        heading: '주문이 접수되었습니다',
        lede: ({ email }) => weSendIt(email),
      },
      preparing: {
        word: '진행 중',
        heading: '신고서를 준비하고 있습니다',
        lede: ({ email }) => weSendIt(email),
      },
      answer: {
        word: '답변 대기 중',
        heading: '고객님의 확인이 필요합니다',
        lede: ({ email }) =>
          `${email}(으)로 이메일을 보내거나 전화를 드립니다. 신고를 계속 진행할 수 있도록 답변해 주세요.`,
      },
      customs: {
        word: '진행 중',
        heading: '세관에서 신고를 심사하고 있습니다',
        lede: ({ email }) => weSendIt(email),
      },
      approved: {
        word: '승인됨',
        heading: '신고가 승인되었습니다',
        lede: ({ email }) =>
          `서류가 아직 이 페이지에 없습니다. ${email}(으)로 보내 드리며, 나중에 이 페이지에서 다시 확인하실 수도 있습니다.`,
      },
      correcting: {
        word: '수정 중',
        heading: '서류를 수정하고 있습니다',
        lede: ({ email }) =>
          `저장해 두신 서류는 사용하지 마세요. 수정된 서류를 ${email} 주소로 보내 드리며, 이 페이지에서도 확인하실 수 있습니다.`,
      },
      ready: {
        word: '승인됨',
        heading: '신고서가 준비되었습니다',
        lede: ({ type }) =>
          `휴대전화에 저장해 두었다가 ${type === 'Departure' ? '출국' : '입국'}하실 때 세관에 보여 주세요.`,
      },
      closed: {
        word: '종료됨',
        heading: '주문이 종료되었습니다',
        lede: () => '궁금한 점이 있으시면 주문 번호와 함께 이메일을 보내 주세요.',
      },
    },
    steps: { received: '주문 접수', preparing: '준비 중', customs: '세관 심사', ready: '준비 완료' },
    since: (date) => `${date}부터`,
    before: (date) => `${date} 전까지`,
    nowHeading: '지금 하실 수 있는 일',
    now: '여권과 여행 정보가 알려 주신 내용과 같은지 확인해 주세요. 변경된 내용이 있으면 여행 전에 이메일로 알려 주세요.',
    download: '다운로드',
    starting: '다운로드를 시작하는 중…',
    documents: '고객님의 서류',
    document: (kind, size) => `${kind}, ${size}.`,
    offline: '저장해 두시면 인터넷 연결 없이도 사용하실 수 있습니다.',
    preview: '서류의 첫 페이지',
    qrHeading: 'QR 코드',
    qr: '고객님 서류의 QR 코드',
    qrNote: '화면을 밝게 하고 담당 직원이 스캔할 수 있게 보여 주세요.',
    reload: '새 소식 확인',
    factsHeading: '고객님의 주문',
    orderId: '주문 번호',
    traveller: '여행자',
    orderType: '주문 유형',
    orderTypes: { Arrival: '입국', Departure: '출국', Unknown: '세관 신고' },
    travelDate: { Arrival: '입국일', Departure: '출국일', Unknown: '여행일' },
  },
  history: {
    heading: '다운로드 기록',
    date: '날짜',
    device: '기기',
    ip: 'IP 주소',
    none: '기록이 없습니다',
  },
  accessFile: {
    title: '내 데이터',
    heading: '내 데이터 다운로드',
    intro:
      '저희가 보관하는 고객님의 모든 데이터와 열람 기록입니다. 읽을 수 있는 문서(PDF)와 같은 내용의 프로그램용 파일(JSON)이 있습니다.',
    once: (date) => `${date}까지 각각 한 번씩 받으실 수 있습니다.`,
    hint: '링크를 받으신 주소',
    pdf: 'PDF 다운로드',
    json: 'JSON 다운로드',
    fetched: '이미 받음:',
    over: '이 링크는 만료되었습니다',
    overLede:
      '링크는 십사 일 동안 파일마다 한 번씩 사용할 수 있습니다. 저희에게 연락해 주시면 새 링크를 보내 드립니다.',
  },
  missing: {
    title: '페이지를 찾을 수 없습니다',
    heading: '존재하지 않는 페이지입니다',
    lede: '주소가 완전하지 않을 수 있습니다. 주문 번호와 이메일로 주문을 찾으실 수 있습니다.',
    track: '주문 조회',
  },
}
