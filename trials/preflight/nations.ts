import type { Chance } from '#server/demo/random.ts'

/** The generator's own knowledge of a country's travellers, independent of the checks. */
export interface TravellerNation {
  spellings: readonly string[]
  code: string
  phoneCode: string
  /** `#` is a digit, `@` a letter that this country's passports use. */
  phones: readonly string[]
  passports: readonly string[]
  surnames: readonly string[]
  givenNames: { Female: readonly string[]; Male: readonly string[] }
  /** Names in the country's own script by the Latin name. */
  scripts: Readonly<Record<string, string>>
  familyFirst: boolean
  /** Children have their father's given name as family name. */
  patronymic: boolean
  languages: readonly string[]
  mailDomains: readonly string[]
  /** The first parts of providers' addresses. */
  networks: readonly string[]
  /** A country in which many of them live. */
  abroad?: { country: string; phoneCode: string; phone: string; network: string }
}

const rows = `
Viet Nam|VNM|VIETNAM; 84; 912 ### ###, 0987 ######; C#######, B#######, P########; Nguyễn, Trần, Lê, Phạm; Thị Ánh Tuyết, Thu Hà, Bảo Anh; Văn Hải, Minh Quân; ; first; Vietnamese, vi; gmail.com, yahoo.com.vn; 14.160, 113.161
Singapore|SGP; 65; 9### ####, 8#######; K#######@, E#######@; Tan, Lim, Rajaratnam; Hui Min, Shalini; Jun Wei, Arjun; ; last; English, en-SG; gmail.com, singnet.com.sg; 116.86, 175.156
Malaysia|MYS; 60; 12-### ####, 017#######; A########, H########, K########; Rahman, Ismail, Tan; Nur Aisyah, Siew Ling; Ahmad Faiz, Wei Jie; ; last patronymic; Malay, ms, English; yahoo.com.my, gmail.com; 175.139, 60.48
China|CHN|PEOPLE'S REPUBLIC OF CHINA; 86; 138########, 159 #### ####; E########, EA#######, EJ#######, G########; Wang, Li, Zhang, Chen; Fang, Xiaomei; Wei, Jianguo; Wang Fang=王芳, Li Wei=李伟, Zhang Xiaomei=张小梅; first; Chinese, zh-CN; qq.com, 163.com, 126.com; 36.110, 113.108
Hong Kong|HKG; 852; 6### ####, 9#######; K########, KJ#######; Wong, Leung, Ho; Ka Yan, Mei Ling; Chi Wai, Ka Ming; ; first; English, Chinese; gmail.com, netvigator.com; 14.198, 112.118
Taiwan|TWN; 886; 912 ### ###, 09########; 3########; Chen, Lin, Huang; Yi-Chun, Shu-Fen; Chih-Ming, Chun-Chieh; ; first; Chinese, zh-TW; gmail.com, hinet.net; 114.32, 61.216
Japan|JPN; 81; 90-####-####, 080########; TR#######, TZ#######, MU#######; Sato, Suzuki, Takahashi; Misaki, Sakura; Kenta, Daisuke; Sato Misaki=佐藤美咲, Suzuki Kenta=鈴木健太; first; Japanese, ja; yahoo.co.jp, docomo.ne.jp, icloud.com; 126.112, 210.148
South Korea|KOR|Korea, Republic of; 82; 10-####-####, 010########; M########, M###@####; Kim, Lee, Park; Seo-yeon, Ji-eun; Min-jun, Do-hyun; Kim Seo-yeon=김서연, Park Min-jun=박민준; first; Korean, ko; naver.com, hanmail.net, kakao.com; 175.192, 211.36
Thailand|THA; 66; 81-###-####, 08########; AA#######, AC#######; Jaidee, Srisuk; Somying, Pimchanok; Somchai, Kitti; ; last; Thai, th; hotmail.com, gmail.com; 171.96, 110.164
Philippines|PHL; 63; 917 ### ####, 0918#######; P#######@, P#######B; dela Cruz, Santos, Peñaflorida; Maria Corazón, Luzviminda; José Rizaldy, Niño; ; last; Filipino, English; yahoo.com, gmail.com; 112.198, 122.52; United Arab Emirates: 971: 50 ### ####: 94.200
Indonesia|IDN; 62; 812-####-####, 0857########; C#######, X#######, E#######; Wijaya, Siregar, Hutapea; Kirana, Putri Ayu, Siti; Budi, Bambang, Agus; ; last patronymic; Indonesian, id; gmail.com, yahoo.co.id; 36.68, 114.124
India|IND; 91; 98### #####, 8#########; Z#######, T#######, P#######; Sharma, Patel, Krishnamurthy; Priya, Lakshmi; Rahul, Venkatesh; ; last patronymic; English, Hindi; gmail.com, rediffmail.com, yahoo.co.in; 49.36, 117.192; United Arab Emirates: 971: 55 ### ####: 94.200
Sri Lanka|LKA; 94; 77 ### ####; N#######; Perera, Wickramasinghe; Dilhani, Nadeesha; Chaminda, Ruwan; ; last patronymic; English; gmail.com; 112.134, 175.157; Qatar: 974: 55## ####: 37.208
Bangladesh|BGD; 880; 17##-######; EB#######, A########; Rahman, Hossain; Fatema, Nasrin; Arif, Tanvir; ; last patronymic; English, Bengali; gmail.com, yahoo.com; 103.4, 114.130; Saudi Arabia: 966: 5# ### ####: 95.184
Pakistan|PAK; 92; 30# #######; AB#######, CJ#######; Khan, Malik; Ayesha, Zainab; Usman, Bilal; ; last patronymic; English, Urdu; gmail.com; 39.32, 119.152
Australia|AUS; 61; 4## ### ###, 04########; PA#######, RA#######, N#######; O'Sullivan, Nguyen-Clarke, Papadopoulos; Charlotte, Chloë; Jack, Lachlan; ; last; English, en-AU; bigpond.com, gmail.com, outlook.com.au; 1.120, 49.176
New Zealand|NZL; 64; 21 ### ####, 027#######; LH######, RA######, LN######; Wētere, Ngata, Macdonald; Anahera, Sophie; Wiremu, Hamish; ; last; English; xtra.co.nz, gmail.com; 115.188, 101.98
United Kingdom|GBR|UK|GREAT BRITAIN; 44; 7### ######, 07#########; 5########, 12#######; Brontë-Hughes, Campbell, Okonkwo; Emily, Siân; Rhys, George; ; last; English, en-GB; btinternet.com, hotmail.co.uk, gmail.com; 81.96, 86.128; United Arab Emirates: 971: 52 ### ####: 94.200
Ireland|IRL; 353; 8# ### ####; LB#######, PX#######; Ó Súilleabháin, Byrne; Siobhán, Órlaith; Séamus, Pádraig; ; last; English; gmail.com, eircom.net; 86.40, 89.100
USA|UNITED STATES OF AMERICA|US; 1; 415-###-####, (212) ### ####; 5########, A########; Johnson, Peña, Kaʻuhane; Madison, Renée; Tyler, Kekoa; ; last; English, en-US; gmail.com, comcast.net, aol.com, me.com; 73.202, 24.6
Canada|CAN; 1; 604-###-####; GA######, AB######, P######AA; Tremblay, MacKenzie; Noémie, Chloé; Étienne, Liam; ; last; English, French; gmail.com, yahoo.ca, shaw.ca; 24.80, 70.64
Germany|DEU|D; 49; 15## #######, 0170 #######; C01X##T#3, C4F##T#Z#, CH2V#0R##; Müller, Großmann, von der Heide; Änne, Jördis; Jürgen, Björn; ; last; German, de-DE; gmx.de, web.de, t-online.de, gmail.com; 79.192, 91.0
Austria|AUT; 43; 66# #######; U#######, AP#######; Höfler, Steiner; Magdalena; Günther, Matthias; ; last; German; gmx.at, gmail.com, aon.at; 77.116, 91.112
Switzerland|CHE; 41; 79 ### ## ##; X#######, X0A##B##; Zürcher, Perréard; Seraina, Zoé; Beat, Jean-Luc; ; last; German, French; bluewin.ch, gmail.com; 85.0, 83.76
France|FRA; 33; 6 ## ## ## ##, 07########; 18@@#####, 23FV#####; Lefèvre, d'Aubigné, Garçon; Anaïs, Maëlle; Jérôme, Loïc; ; last; French, fr; orange.fr, wanadoo.fr, free.fr, gmail.com; 82.64, 90.0; Singapore: 65: 9### ####: 116.86
Netherlands|NLD|HOLLAND; 31; 6 ########, 06########; NX4K##P##, NV#2B##F#; van der Berg, de Vries, 't Hart; Zoë, Anneloes; Daniël, Sjoerd; ; last; Dutch, English; ziggo.nl, kpnmail.nl, gmail.com; 83.80, 77.160
Belgium|BEL; 32; 47# ## ## ##; EJ######; Van den Bossche, Lacroix; Élise, Femke; Koen, Benoît; ; last; Dutch, French; telenet.be, skynet.be; 78.20, 81.82
Italy|ITA; 39; 34# ### ####; YB#######, YC#######; D'Alò, Esposito; Niccolina, Chiara; Niccolò, Matteo; ; last; Italian; libero.it, gmail.com; 79.0, 93.32
Spain|ESP; 34; 6## ### ###; PAB######, PAF######; Muñoz Ibáñez, García; Begoña, María José; Íñigo, Ángel; ; last; Spanish, es; hotmail.es, gmail.com; 80.24, 88.0
Portugal|PRT; 351; 91# ### ###; CA######, CB######; Gonçalves, Brandão; Inês; João, Simão; ; last; Portuguese; sapo.pt, gmail.com; 85.240, 89.152
Poland|POL; 48; 60# ### ###; ZS#######, EK#######; Wójcik, Zając; Małgorzata; Łukasz, Paweł; ; last; Polish; wp.pl, onet.pl, gmail.com; 83.0, 89.64
Sweden|SWE; 46; 70 ### ## ##; AA######, 9#######; Åkesson, Sjöström; Märta; Björn, Göran; ; last; Swedish; telia.com, hotmail.se; 78.64, 81.224
Russia|RUS|RUSSIAN FEDERATION; 7; 9## ###-##-##; 75#######, 71#######; Volkov, Kuznetsov; Ekaterina, Olga; Dmitrii, Aleksei; Volkov Dmitrii=Волков Дмитрий; last; Russian, ru; mail.ru, yandex.ru, bk.ru; 95.24, 178.64
Ukraine|UKR; 380; 67 ### ####; FE######; Shevchenko, Bondarenko; Olena; Taras, Andrii; ; last; Ukrainian, Russian; ukr.net, gmail.com; 93.72, 176.36
Türkiye|TUR|TURKEY; 90; 53# ### ## ##; U########; Öztürk, Yıldız; Gülşen, İpek; Emre, Oğuz; ; last; Turkish; hotmail.com, gmail.com; 78.160, 88.224
Saudi Arabia|SAU; 966; 5# ### ####, 05########; T######, AB12####; Al-Otaibi, Al-Qahtani; Noura, Reem; Mohammed, Abdullah; ; last patronymic; Arabic, ar; hotmail.com, gmail.com; 37.104, 95.184
Egypt|EGY; 20; 10 #### ####; A########; El-Sayed, Hassan; Yasmine; Mahmoud, Karim; ; last patronymic; Arabic, English; yahoo.com, gmail.com; 41.32, 197.32; Saudi Arabia: 966: 55 ### ####: 95.184
Israel|ISR; 972; 5#-###-####; 3#######; Levi, Cohen; Noa, Tamar; Itai, Yonatan; ; last; English; gmail.com, walla.co.il; 79.176, 109.64
South Africa|ZAF; 27; 82 ### ####; A########, M########; van Niekerk, Nkosi; Nomvula; Thabo, Pieter; ; last; English; gmail.com, mweb.co.za; 41.144, 105.224
Brazil|BRA; 55; 11 9####-####; FX######, GD######; Araújo, Conceição; Luíza; João Vítor; ; last; Portuguese, Spanish; uol.com.br, hotmail.com; 177.32, 189.40
Mexico|MEX; 52; 55 #### ####; G########, N########; Hernández, Zúñiga; Ximena; Raúl, Héctor; ; last; Spanish; gmail.com, prodigy.net.mx; 187.144, 189.192
Timor-Leste|TLS|EAST TIMOR; 670; 77## ####; C######A, 00#######; da Costa, Ximenes; Filomena; Domingos; ; last; Portuguese, Indonesian; gmail.com; 103.55
Papua New Guinea|PNG; 675; 7### ####; B######, E######; Kila, Namaliu; Dorothy; Gabriel, Peni; ; last; English; gmail.com; 103.233
Nepal|NPL; 977; 98########; 0#######, PA0######; Gurung, Shrestha; Sunita; Bishnu; ; last patronymic; English, Nepali; gmail.com; 27.34, 103.10; Malaysia: 60: 11-#### ####: 175.139
`

const list = (cell = '', separator = ','): string[] =>
  cell
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const travellerNations: readonly TravellerNation[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [names, phoneCode = '', phones, passports, surnames, women, men, scripts, order = '', ...rest] = row
      .split(';')
      .map((cell) => cell.trim())
    const [languages, mailDomains, networks, abroad] = rest
    const spellings = list(names, '|')
    const [country, abroadCode, phone, network] = list(abroad, ':')
    return {
      spellings,
      code: spellings[1] ?? '',
      phoneCode,
      phones: list(phones),
      passports: list(passports),
      surnames: list(surnames),
      givenNames: { Female: list(women), Male: list(men) },
      scripts: Object.fromEntries(list(scripts).map((entry) => list(entry, '=') as [string, string])),
      familyFirst: order.startsWith('first'),
      patronymic: order.includes('patronymic'),
      languages: list(languages),
      mailDomains: list(mailDomains),
      networks: list(networks),
      ...(country &&
        abroadCode &&
        phone &&
        network && { abroad: { country, phoneCode: abroadCode, phone, network } }),
    }
  })

/** Letters that are not mistaken for digits. */
const clearLetters = 'ABCDEFGHJKLMNPRTUVWXY'
export const fillNumber = (chance: Chance, pattern: string): string =>
  pattern
    .replaceAll('@', () => clearLetters.charAt(chance.integer(0, clearLetters.length - 1)))
    .replaceAll('#', () => String(chance.integer(0, 9)))
