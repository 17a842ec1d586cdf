/**
 * One line a nation of the demo's customers: passport code; mobile number; passport; order languages; family names;
 * women's and men's names; places of birth. `漢字/Hanzi` is a name with its Latin form. A leading `<` puts the family
 * name first; `+а/+a` after the family names is the ending for women.
 */
const nationsTable = `
<VNM; 9## ### ###; @#######; Vietnamese; Nguyễn, Trần, Lê, Phạm; Thị Ánh Tuyết, Thu Hà, Ngọc Bích; Văn Hải, Minh Đức, Quốc Bảo; Đà Nẵng, Hà Nội, Huế
<CHN; 13# #### ####; E@#######; Chinese; 王/Wang, 李/Li, 张/Zhang, 刘/Liu; 秀英/Xiuying, 丽娜/Lina, 晓梅/Xiaomei; 伟/Wei, 建国/Jianguo, 志强/Zhiqiang; 上海/Shanghai, 成都/Chengdu, 广州/Guangzhou
<TWN; 9## ### ###; 3########; Chinese; 陳/Chen, 林/Lin, 黃/Huang; 怡君/Yi-chun, 淑芬/Shu-fen, 雅婷/Ya-ting; 志明/Chih-ming, 家豪/Chia-hao, 俊傑/Chun-chieh; 臺北/Taipei, 高雄/Kaohsiung
<HKG; 6### ####; K########; Chinese, English; 黃/Wong, 梁/Leung, 何/Ho; 嘉欣/Ka Yan, 美玲/Mei Ling; 志偉/Chi Wai, 家明/Ka Ming; 香港/Hong Kong
<MAC; 6### ####; MA#######; Chinese; 吳/Ng, 鄭/Cheang; 詠詩/Weng Si; 國強/Kuok Keong; 澳門/Macau
<JPN; 90-####-####; TR#######; Japanese; 佐藤/Sato, 鈴木/Suzuki, 髙橋/Takahashi, 渡邊/Watanabe; みさき/Misaki, さくら/Sakura, ひなた/Hinata, あゆみ/Ayumi; 健太/Kenta, 大輔/Daisuke, 翔/Sho; 東京/Tokyo, 大阪/Osaka, 札幌/Sapporo
<KOR; 10-####-####; M########; Korean; 김/Kim, 이/Lee, 박/Park, 최/Choi; 서연/Seo-yeon, 지은/Ji-eun, 민지/Min-ji; 민준/Min-jun, 도현/Do-hyun, 성호/Seong-ho; 서울/Seoul, 부산/Busan
MNG; 99## ####; E#######; Mongolian; Батбаяр/Batbayar, Ганбаатар/Ganbaatar; Сараа/Saraa, Оюун/Oyuun; Тэмүүлэн/Temuulen, Болд/Bold; Улаанбаатар/Ulaanbaatar
THA; 8#-###-####; AA#######; Thai; ใจดี/Jaidee, ศรีสุข/Srisuk, วงศ์ทอง/Wongthong; สมหญิง/Somying, พิมพ์ชนก/Pimchanok; สมชาย/Somchai, กิตติ/Kitti; กรุงเทพ/Bangkok, เชียงใหม่/Chiang Mai
LAO; 20 5### ####; P#######; Lao; Phommachanh, Sisoulith; Noy, Bouavanh; Khamla, Somphone; Vientiane, Luang Prabang
KHM; 12 ### ###; N########; Khmer; សុខ/Sok, ចាន់/Chan; ស្រីមុំ/Sreymom, បុប្ផា/Bopha; សុភា/Sophea, វណ្ណៈ/Vannak; ភ្នំពេញ/Phnom Penh
MMR; 9 4## ### ###; MB######; Burmese; Aung, Win, Kyaw; Thiri, Khin Mar; Zaw Min, Htet; Yangon, Mandalay
MYS; 12-### ####; A########; Malay, Malay, English; Rahman, Ismail, Tan, Subramaniam; Nur Aisyah, Siew Ling, Priya; Ahmad Faiz, Wei Jie, Kumaran; Kuala Lumpur, Johor Bahru, Kuching
SGP; 9### ####; K#######@; English, English, Chinese; Lim, Tan, Rajaratnam; Hui Min, Shalini; Jun Wei, Arjun; Singapore
BRN; 7## ####; C#######; Malay; Haji Omar, Pehin Yusof; Siti Norhafizah; Mohammad Hakeem; Bandar Seri Begawan
PHL; 917 ### ####; P#######@; Filipino, English; dela Cruz, Santos, Peñaflorida; Maria Corazón, Luzviminda; José Rizaldy, Niño; Manila, Cebu, Davao
IDN; 812-####-####; C#######; Indonesian; Wijaya, Siregar, Hutapea, Saputra; Kirana, Wulandari, Putri Ayu; Budi Santoso, Bambang, Agus; Jakarta, Surabaya, Medan, Makassar
TLS; 77## ####; C######; Portuguese; da Costa, Ximenes; Filomena, Rosalina; Domingos, Zeferino; Dili, Baucau
PNG; 7### ####; B######; English; Kila, Namaliu; Dorothy, Vavine; Gabriel, Peni; Port Moresby, Vanimo
FJI; 9## ####; ######; English; Ratu, Naidu; Mereoni, Ashika; Sitiveni, Ravinesh; Suva, Nadi
AUS; 4## ### ###; PA#######; English; O'Sullivan, Nguyen-Clarke, Papadopoulos; Charlotte, Isla, Chloë; Jack, Oliver, Lachlan; Sydney, Perth, Darwin
NZL; 21 ### ####; LH######; English; Wētere, Ngata, Macdonald; Anahera, Māia, Sophie; Tāne, Wiremu, Hamish; Auckland, Wellington
IND; 98### #####; Z#######; English, English, Hindi; शर्मा/Sharma, पटेल/Patel, Krishnamurthy, Iyer; प्रिया/Priya, Lakshmi, Ananya; राहुल/Rahul, Venkatesh, Arjun; मुंबई/Mumbai, Chennai, दिल्ली/Delhi
LKA; 77 ### ####; N#######; Sinhala; Perera, Wickramasinghe; Dilhani, Nadeesha; Chaminda, Ruwan; Colombo, Kandy
BGD; 17##-######; EB#######; Bengali; রহমান/Rahman, হোসেন/Hossain; ফাতেমা/Fatema, নাসরিন/Nasrin; আরিফ/Arif, তানভীর/Tanvir; ঢাকা/Dhaka, Chattogram
NPL; 98########; ########; Nepali; Gurung, Shrestha; Sunita, Maya; Bishnu, Prakash; Kathmandu, Pokhara
PAK; 30# #######; AB#######; Urdu; خان/Khan, ملک/Malik; عائشہ/Ayesha, Zainab; Muhammad Usman, Bilal; Lahore, کراچی/Karachi
MDV; 77#####; E######; Dhivehi; Rasheed, Naseem; Aminath; Ibrahim; Malé
IRN; 912 ### ####; B########; Persian; حسینی/Hosseini, رضایی/Rezaei; زهرا/Zahra, مریم/Maryam; علی/Ali, مهدی/Mehdi; تهران/Tehran, شیراز/Shiraz
IRQ; 770 ### ####; A########; Arabic; الجبوري/Al-Jubouri; نور/Noor, زينب/Zainab; حيدر/Haider, أحمد/Ahmed; بغداد/Baghdad
SAU; 5# ### ####; T######; Arabic; العتيبي/Al-Otaibi, القحطاني/Al-Qahtani; نورة/Noura, ريم/Reem; محمد/Mohammed, عبدالله/Abdullah; الرياض/Riyadh, جدة/Jeddah
ARE; 50 ### ####; L#######; Arabic; المنصوري/Al-Mansoori, الكعبي/Al-Kaabi; فاطمة/Fatima, مريم/Maryam; راشد/Rashid, سعيد/Saeed; دبي/Dubai, أبوظبي/Abu Dhabi
QAT; 5### ####; 0#######; Arabic; الكواري/Al-Kuwari; لطيفة/Latifa; حمد/Hamad; الدوحة/Doha
KWT; 9### ####; P########; Arabic; العنزي/Al-Enezi; دلال/Dalal; يوسف/Yousef; الكويت/Kuwait City
OMN; 9### ####; ########; Arabic; البلوشي/Al-Balushi; شيخة/Shaikha; سالم/Salim; مسقط/Muscat
JOR; 79 ### ####; Q######; Arabic; الخطيب/Al-Khatib; لينا/Lina; خالد/Khaled; عمّان/Amman
LBN; 3 ### ###; LR#######; Arabic; حداد/Haddad; Rima, Nadine; Georges, Elie; بيروت/Beirut
EGY; 10 #### ####; A########; Arabic; السيد/El-Sayed, حسن/Hassan; ياسمين/Yasmine, هبة/Heba; محمود/Mahmoud, كريم/Karim; القاهرة/Cairo, الإسكندرية/Alexandria
MAR; 6## ######; AB#######; Arabic; العلوي/Alaoui, Benjelloun; سلمى/Salma, Imane; يونس/Younes, Mehdi; الدار البيضاء/Casablanca, Fès
TUN; 2# ### ###; @######; Arabic; Trabelsi, بن علي/Ben Ali; Amira; Slim, Wassim; Tunis, Sfax
DZA; 55# ## ## ##; #########; Arabic; Benali, Boudiaf; Lynda; Réda, Sofiane; Alger, Oran
TUR; 53# ### ## ##; U########; Turkish; Öztürk, Yıldız, Çelik; Gülşen, İpek, Ayşegül; Kâzım, Emre, Oğuz; İstanbul, İzmir, Eskişehir
ISR; 5#-###-####; ########; Hebrew; לוי/Levi, כהן/Cohen; נועה/Noa, תמר/Tamar; איתי/Itai, יונתן/Yonatan; תל אביב/Tel Aviv, חיפה/Haifa
GRC; 69# ### ####; AT#######; Greek; Παπανδρέου/Papandreou, Γεωργίου/Georgiou; Ελένη/Eleni, Δέσποινα/Despina; Νίκος/Nikos, Θανάσης/Thanasis; Αθήνα/Athens, Χανιά/Chania
CYP; 99 ######; K########; Greek; Χριστοδούλου/Christodoulou; Μαρία/Maria; Ανδρέας/Andreas; Λεμεσός/Limassol
RUS; 9## ###-##-##; 75#######; Russian; Волков/Volkov, Кузнецов/Kuznetsov, Соловьёв/Solovyov +а/+a; Екатерина/Ekaterina, Ольга/Olga; Дмитрий/Dmitrii, Алексей/Aleksei; Москва/Moscow, Казань/Kazan
UKR; 67 ### ####; FE######; Ukrainian; Шевченко/Shevchenko, Бондаренко/Bondarenko; Олена/Olena, Соломія/Solomiia; Тарас/Taras, Андрій/Andrii; Київ/Kyiv, Львів/Lviv
KAZ; 70# ### ####; N########; Kazakh; Нұрсұлтан/Nursultan, Серікбай/Serikbay; Айгүл/Aigul, Дана/Dana; Ерлан/Yerlan, Нұржан/Nurzhan; Алматы/Almaty
UZB; 90 ### ## ##; FA#######; Uzbek; Karimov, Rahimov +a/+a; Dilnoza, Gulnora; Jasur, Otabek; Toshkent, Samarqand
GEO; 5## ## ## ##; ##@@#####; Georgian; ბერიძე/Beridze, კაპანაძე/Kapanadze; ნინო/Nino; გიორგი/Giorgi; თბილისი/Tbilisi
ARM; 91 ######; AN#######; Armenian; Հակոբյան/Hakobyan; Անի/Ani; Արամ/Aram; Երևան/Yerevan
POL; 60# ### ###; ZS#######; Polish; Wójcik, Żak, Zając; Małgorzata, Agnieszka; Łukasz, Paweł; Łódź, Kraków, Gdańsk
CZE; 60# ### ###; 4#######; Czech; Dvořák, Novák, Kratochvíl +ová/+ova; Kateřina, Lenka; Jiří, Tomáš; Praha, Brno
SVK; 90# ### ###; BE######; Slovak; Horváth, Kováč +ová/+ova; Ľubica, Zuzana; Ľuboš, Marián; Bratislava, Žilina
HUN; 30 ### ####; BE#######; Hungarian; Szabó, Kővári; Orsolya, Zsófia; Gergő, Ödön; Budapest, Győr
ROU; 72# ### ###; 05#######; Romanian; Ștefănescu, Popa; Ioana, Mădălina; Răzvan, Ștefan; București, Timișoara
BGR; 88 ### ####; 38#######; Bulgarian; Димитров/Dimitrov, Иванов/Ivanov +а/+a; Мария/Maria; Георги/Georgi; София/Sofia, Варна/Varna
SRB; 6# ### ####; 01#######; Serbian; Đorđević, Петровић/Petrović; Snežana; Miloš, Никола/Nikola; Beograd, Niš
HRV; 9# ### ####; 1########; Croatian; Babić, Jurčević; Željka; Krešimir; Zagreb, Split
SVN; 40 ### ###; PB#######; Slovenian; Žnidaršič; Špela; Matjaž; Ljubljana
LTU; 6## #####; 2#######; Lithuanian; Rimša; Živilė; Šarūnas; Vilnius
LVA; 2# ### ###; LV#######; Latvian; Ozoliņ; Līga; Jānis; Rīga
EST; 5### ####; KB#######; Estonian; Mägi, Põder; Õnne; Jüri; Tallinn
DEU; 15# ########; C01K##T##; German; Müller, Großmann, Weiß, von der Heide; Änne, Katharina, Jördis; Jürgen, Björn, Lukas; München, Köln, Görlitz
AUT; 66# ######; U#######; German; Höfler, Steiner; Valentina, Magdalena; Günther, Matthias; Wien, Sankt Pölten
CHE; 7# ### ## ##; X#######; German, French; Zürcher, Bürgi, Perréard; Seraina, Zoé; Beat, Jean-Luc; Zürich, Genève
FRA; 6 ## ## ## ##; 18@@#####; French; Lefèvre, d'Aubigné, Garçon; Anaïs, Hélène, Maëlle; Jérôme, Loïc, François; Paris, Orléans, Saint-Étienne
BEL; 47# ## ## ##; EJ######; Dutch, French; Van den Bossche, Lacroix; Élise, Femke; Koen, Benoît; Brussel, Liège
NLD; 6 ########; NX#######; Dutch; van der Berg, de Vries, 't Hart; Zoë, Anneloes; Daniël, Sjoerd; Utrecht, 's-Hertogenbosch
LUX; 621 ### ###; J@######; French; Schmit; Joëlle; Pol; Luxembourg
ESP; 6## ### ###; PAB######; Spanish; Muñoz Ibáñez, García Peñalver; Begoña, María José; Íñigo, Ángel; A Coruña, Málaga
PRT; 91# ### ###; CA######; Portuguese; Gonçalves, Brandão; Inês, Conceição; João, Simão; Lisboa, Guimarães
ITA; 34# ### ####; YB#######; Italian; D'Alò, Esposito, Cantù; Niccolina, Chiara; Niccolò, Matteo; Forlì, Napoli
MLT; 79## ####; 1######; Maltese; Żammit; Ġorġina; Ċensu; Żejtun
SWE; 70 ### ## ##; AA#######; Swedish; Åkesson, Sjöström; Märta, Åsa; Björn, Göran; Malmö, Örebro
NOR; 4## ## ###; CC#######; Norwegian; Sæther, Ødegård; Åse, Bjørg; Håkon, Øyvind; Tromsø, Ålesund
DNK; 2# ## ## ##; 2########; Danish; Kjær, Østergaard; Bodil, Sørine; Jørgen, Åge; Århus, København
FIN; 4# ### ####; FP#######; Finnish; Mäkelä, Hämäläinen; Päivi, Sirkka; Väinö, Yrjö; Jyväskylä, Helsinki
ISL; 6## ####; A#######; Icelandic; Briem, Thoroddsen; Guðrún, Ásdís; Þór, Ævar; Reykjavík, Ísafjörður
IRL; 8# ### ####; LB#######; English; Ó Súilleabháin, Byrne; Siobhán, Órlaith; Séamus, Pádraig; Dublin, Corcaigh
GBR; 7### ######; 5########; English; Brontë-Hughes, Campbell, Okonkwo; Emily, Siân, Imogen; Rhys, George, Oluwaseun; London, Glasgow, Caernarfon
USA; 415-###-####; 5########; English; Johnson, Peña, Ka'uhane, O'Neill; Madison, Renée, Leilani; Tyler, José, Kekoa; San Francisco, Honolulu, Boston
CAN; 604-###-####; GA######; English, English, French; Tremblay, MacKenzie; Noémie, Chloé; Étienne, Liam; Vancouver, Montréal
BRA; 11 9####-####; FX######; Portuguese; Araújo, Conceição; Luíza, Thaís; João Vítor, Cauã; São Paulo, Brasília
ARG; 11 ####-####; AAB######; Spanish; Fernández Güiraldes; Agustína, Nuria; Joaquín, Nicolás; Córdoba, Buenos Aires
CHL; 9 #### ####; F########; Spanish; Núñez, Ñancupil; Antonia; Sebastián; Viña del Mar
COL; 31# ### ####; AR######; Spanish; Muñoz, Ordóñez; Mariana; Andrés; Bogotá, Medellín
MEX; 55 #### ####; G########; Spanish; Hernández, Zúñiga; Ximena, Itzel; Raúl, Héctor; Ciudad de México, Mérida
PER; 9## ### ###; 11#######; Spanish; Quispe, Ñahui; Milagros; Túpac; Cusco, Lima
ZAF; 82 ### ####; A########; English; van Niekerk, Nkosi, Dlamini; Nomvula, Anél; Thabo, Pieter; Cape Town, Durban
NGA; 80# ### ####; B########; English; Adébáyọ̀, Okafor; Ṣadé, Chinwe; Olúwaṣeun, Emeka; Lagos, Abuja
KEN; 7## ######; AK#######; Swahili; Wanjikũ, Otieno; Njeri; Kamau; Nairobi
ETH; 91 ### ####; EP#######; Amharic; ተስፋዬ/Tesfaye; ሰላም/Selam; ዳዊት/Dawit; አዲስ አበባ/Addis Ababa
`

export interface NameSpelling {
  native: string
  /** In Latin letters, as in a passport. */
  latin: string
}

export interface Nation {
  code: string
  phone: string
  passport: string
  languages: readonly string[]
  familyFirst: boolean
  surnames: readonly NameSpelling[]
  /** The ending of a woman's family name. */
  feminine: NameSpelling
  women: readonly NameSpelling[]
  men: readonly NameSpelling[]
  birthplaces: readonly NameSpelling[]
}

const parseSpelling = (text: string): NameSpelling => {
  const [native = '', latin = native] = text.split('/').map((part) => part.trim())
  return { native, latin }
}
const parseSpellings = (cell = ''): NameSpelling[] => cell.split(',').map(parseSpelling)

export const nations: readonly Nation[] = nationsTable
  .trim()
  .split('\n')
  .map((row) => {
    const [code = '', phone = '', passport = '', languages = '', family = '', women, men, birthplaces] = row
      .split(';')
      .map((cell) => cell.trim())
    const [surnames, feminine = ''] = family.split(' +')
    return {
      code: code.replace('<', ''),
      phone,
      passport,
      languages: languages.split(', '),
      familyFirst: code.startsWith('<'),
      surnames: parseSpellings(surnames),
      feminine: parseSpelling(feminine.replaceAll('+', '')),
      women: parseSpellings(women),
      men: parseSpellings(men),
      birthplaces: parseSpellings(birthplaces),
    }
  })
