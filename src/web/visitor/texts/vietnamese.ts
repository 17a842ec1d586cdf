import type { Texts } from './english.ts'

const weSendIt = (email: string) =>
  `Hồ sơ đã đầy đủ. Chúng tôi sẽ gửi giấy tờ đến ${email} ngay khi được duyệt; quý khách cũng có thể quay lại trang này.`

export const texts: Texts = {
  skip: 'Đến nội dung chính',
  language: 'Ngôn ngữ',
  moreLanguages: 'Ngôn ngữ khác',
  translation: {
    heading: 'Ngôn ngữ khác',
    lede: 'Chúng tôi chưa hỗ trợ ngôn ngữ này. Google có thể dịch trang này; khi đó trình duyệt của quý khách sẽ tải một tập lệnh của Google. Tên, email và mã đơn hàng của quý khách không được dịch.',
    choose: 'Ngôn ngữ',
    submit: 'Dịch bằng Google',
    on: 'Được dịch bởi Google.',
    off: 'Trở về tiếng Việt',
  },
  menu: 'Trình đơn',
  footer: 'Chân trang',
  contactUs: 'Liên hệ',
  siteLinks: {
    Home: 'Trang chủ',
    'Arrival Declaration': 'Tờ khai nhập cảnh',
    'Departure Declaration': 'Tờ khai xuất cảnh',
  },
  messages: 'Thông báo',
  close: 'Đóng',
  noAnswer: 'Không kết nối được với máy chủ. Vui lòng kiểm tra kết nối mạng rồi thử lại.',
  track: {
    title: 'Tra cứu đơn hàng',
    heading: 'Tra cứu đơn hàng của quý khách',
    lede: 'Xem tờ khai hải quan của quý khách đã được xử lý đến đâu và tải xuống khi đã sẵn sàng.',
    orderId: 'Mã đơn hàng',
    orderIdHint: 'Dãy số trong email chúng tôi đã gửi',
    orderIdMissing: 'Vui lòng nhập mã đơn hàng',
    email: 'Email',
    emailHint: 'Địa chỉ quý khách đã dùng khi đặt hàng',
    emailMissing: 'Vui lòng nhập email',
    submit: 'Tra cứu',
    whereHeading: 'Mã đơn hàng nằm ở đâu?',
    where: 'Trong tiêu đề của mọi email chúng tôi gửi. Đó là một dãy số có từ sáu chữ số trở lên.',
    lost: 'Không tìm thấy email?',
  },
  link: {
    title: 'Gửi lại liên kết',
    heading: 'Gửi lại liên kết đến đơn hàng',
    lede: 'Nhập địa chỉ email quý khách đã dùng khi đặt hàng. Chúng tôi sẽ gửi liên kết đến đơn hàng vào địa chỉ đó.',
    submit: 'Gửi lại liên kết',
    sentHeading: 'Vui lòng kiểm tra hộp thư',
    sent: 'Nếu có đơn hàng dùng địa chỉ này, liên kết sẽ đến trong vài phút. Vui lòng kiểm tra cả thư mục thư rác.',
    back: 'Trở về trang tra cứu',
  },
  help: {
    heading: 'Quý khách cần trợ giúp?',
    write: 'Hãy viết cho chúng tôi; luôn có người trả lời, cả ngày lẫn đêm.',
    writeWithId: 'Hãy viết cho chúng tôi kèm mã đơn hàng. Luôn có người trả lời, cả ngày lẫn đêm.',
  },
  order: {
    title: 'Đơn hàng của quý khách',
    loading: 'Đang tải đơn hàng',
    again: 'Thử lại',
    situations: {
      received: {
        word: 'Đang xử lý',
        heading: 'Chúng tôi đã nhận được đơn hàng',
        lede: ({ email }) => weSendIt(email),
      },
      preparing: {
        word: 'Đang xử lý',
        heading: 'Tờ khai của quý khách đang được chuẩn bị',
        lede: ({ email }) => weSendIt(email),
      },
      answer: {
        word: 'Đang chờ quý khách trả lời',
        heading: 'Chúng tôi cần thêm thông tin từ quý khách',
        lede: ({ email }) =>
          `Chúng tôi sẽ viết thư đến ${email} hoặc gọi điện cho quý khách. Vui lòng trả lời để chúng tôi có thể tiếp tục làm tờ khai.`,
      },
      customs: {
        word: 'Đang xử lý',
        heading: 'Hải quan đang xét duyệt tờ khai',
        lede: ({ email }) => weSendIt(email),
      },
      approved: {
        word: 'Đã được duyệt',
        heading: 'Tờ khai của quý khách đã được duyệt',
        lede: ({ email }) =>
          `Giấy tờ chưa có ở đây. Chúng tôi sẽ gửi đến ${email}; quý khách cũng có thể quay lại trang này.`,
      },
      correcting: {
        word: 'Đang sửa lại',
        heading: 'Chúng tôi đang sửa lại giấy tờ của quý khách',
        lede: ({ email }) =>
          `Vui lòng không dùng bản đã lưu. Chúng tôi sẽ gửi bản đã sửa đến ${email}; quý khách cũng có thể quay lại trang này.`,
      },
      ready: {
        word: 'Đã được duyệt',
        heading: 'Tờ khai của quý khách đã sẵn sàng',
        lede: ({ type }) =>
          `Hãy lưu vào điện thoại và xuất trình cho hải quan khi ${type === 'Departure' ? 'xuất cảnh' : 'nhập cảnh'}.`,
      },
      closed: {
        word: 'Đã đóng',
        heading: 'Đơn hàng của quý khách đã đóng',
        lede: () => 'Nếu có thắc mắc, vui lòng viết cho chúng tôi kèm mã đơn hàng.',
      },
    },
    steps: {
      received: 'Đã nhận đơn hàng',
      preparing: 'Đang chuẩn bị',
      customs: 'Tại hải quan',
      ready: 'Sẵn sàng',
    },
    since: (date) => `từ ${date}`,
    before: (date) => `trước ${date}`,
    nowHeading: 'Quý khách có thể làm gì lúc này',
    now: 'Vui lòng giữ nguyên thông tin hộ chiếu và chuyến đi như đã khai. Nếu có thay đổi, hãy báo cho chúng tôi trước khi khởi hành.',
    download: 'Tải xuống',
    starting: 'Đang bắt đầu tải…',
    documents: 'Giấy tờ của quý khách',
    documentFor: (name) => `Dành cho ${name}`,
    documentForAll: 'Dành cho tất cả hành khách',
    document: (kind, size) => `${kind}, ${size}.`,
    offline: 'Sau khi lưu, có thể mở ra mà không cần mạng.',
    preview: 'Trang đầu của giấy tờ',
    qrHeading: 'Mã QR của quý khách',
    qr: 'Mã QR trên giấy tờ của quý khách',
    qrNote: 'Hãy tăng độ sáng màn hình và đưa cho nhân viên hải quan quét.',
    reload: 'Xem có tin mới không',
    factsHeading: 'Đơn hàng của quý khách',
    orderId: 'Mã đơn hàng',
    traveller: 'Hành khách',
    orderType: 'Loại đơn hàng',
    orderTypes: { Arrival: 'Nhập cảnh', Departure: 'Xuất cảnh', Unknown: 'Tờ khai hải quan' },
    travelDate: { Arrival: 'Ngày nhập cảnh', Departure: 'Ngày xuất cảnh', Unknown: 'Ngày đi' },
  },
  history: {
    heading: 'Lịch sử tải xuống',
    date: 'Ngày giờ',
    device: 'Thiết bị',
    ip: 'Địa chỉ IP',
    none: 'Chưa có lượt tải nào',
  },
  accessFile: {
    title: 'Dữ liệu của quý khách',
    heading: 'Tải xuống dữ liệu của quý khách',
    intro:
      'Mọi dữ liệu của quý khách mà chúng tôi lưu giữ, và ai đã xem: dưới dạng tài liệu để đọc (PDF), và cùng nội dung dưới dạng tệp cho phần mềm (JSON).',
    once: (date) => `Mỗi tệp tải được một lần, đến ${date}.`,
    hint: 'Địa chỉ đã nhận liên kết',
    pdf: 'Tải xuống PDF',
    json: 'Tải xuống JSON',
    fetched: 'Đã tải xuống:',
    over: 'Liên kết này đã hết hiệu lực',
    overLede:
      'Liên kết có hiệu lực mười bốn ngày, và một lần cho mỗi tệp. Hãy viết thư cho chúng tôi để nhận liên kết mới.',
  },
  missing: {
    title: 'Không tìm thấy trang',
    heading: 'Trang này không tồn tại',
    lede: 'Địa chỉ có thể chưa đầy đủ. Quý khách có thể tìm đơn hàng bằng mã đơn hàng và email.',
    track: 'Tra cứu đơn hàng',
  },
}
