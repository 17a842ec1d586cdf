import { normalizeText } from '../search-text.ts'
import type { Check, Found } from './check.ts'
import type { CheckedOrder, GivenField } from './checked-order.ts'

/**
 * The provinces of Indonesia: names, prefixes of postal codes, regencies, cities and places that travellers give for a
 * city. The provinces into which Papua was divided in 2022 stand with it, since most forms still say Papua.
 */
const provinceRows = `
Aceh|Nanggroe Aceh Darussalam|NAD;23 24;Banda Aceh,Sabang,Langsa,Lhokseumawe,Subulussalam,Aceh Besar,Aceh Tengah,Aceh Barat,Aceh Selatan,Aceh Utara,Aceh Timur,Aceh Singkil,Aceh Jaya,Aceh Tenggara,Bireuen,Pidie,Gayo Lues,Simeulue,Bener Meriah,Nagan Raya,Takengon,Meulaboh
Sumatera Utara|North Sumatra|Sumatra Utara|Sumut;20 21 22;Medan,Binjai,Pematangsiantar,Tebing Tinggi,Tanjungbalai,Sibolga,Padangsidimpuan,Gunungsitoli,Deli Serdang,Langkat,Karo,Simalungun,Asahan,Samosir,Toba,Dairi,Nias,Nias Selatan,Labuhanbatu,Mandailing Natal,Tapanuli Utara,Tapanuli Selatan,Tapanuli Tengah,Humbang Hasundutan,Serdang Bedagai,Berastagi,Parapat
Sumatera Barat|West Sumatra|Sumatra Barat|Sumbar;25 26 27;Padang,Bukittinggi,Payakumbuh,Padang Panjang,Pariaman,Sawahlunto,Solok,Agam,Tanah Datar,Lima Puluh Kota,Pasaman,Pesisir Selatan,Sijunjung,Kepulauan Mentawai,Mentawai
Riau;28 29;Pekanbaru,Dumai,Kampar,Bengkalis,Siak,Rokan Hilir,Rokan Hulu,Indragiri Hulu,Indragiri Hilir,Pelalawan,Kuantan Singingi,Kepulauan Meranti
Kepulauan Riau|Riau Islands|Kepri;29;Batam,Tanjungpinang,Tanjung Pinang,Bintan,Karimun,Lingga,Natuna,Kepulauan Anambas,Anambas
Jambi;36 37;Jambi,Sungai Penuh,Kerinci,Muaro Jambi,Batanghari,Bungo,Tebo,Merangin,Sarolangun,Tanjung Jabung Barat,Tanjung Jabung Timur
Bengkulu;38 39;Bengkulu,Rejang Lebong,Mukomuko,Kaur,Seluma,Kepahiang
Sumatera Selatan|South Sumatra|Sumatra Selatan|Sumsel;30 31 32;Palembang,Prabumulih,Lubuklinggau,Pagar Alam,Ogan Ilir,Ogan Komering Ilir,Ogan Komering Ulu,Muara Enim,Lahat,Banyuasin,Musi Banyuasin,Musi Rawas
Kepulauan Bangka Belitung|Bangka Belitung Islands|Bangka Belitung|Babel;33;Pangkalpinang,Bangka,Bangka Barat,Bangka Tengah,Bangka Selatan,Belitung,Belitung Timur,Tanjung Pandan
Lampung;34 35;Bandar Lampung,Metro,Lampung Selatan,Lampung Tengah,Lampung Timur,Lampung Utara,Lampung Barat,Pringsewu,Pesawaran,Tanggamus,Pesisir Barat,Krui,Tulang Bawang,Way Kanan
Banten;15 42;Serang,Cilegon,Tangerang,Tangerang Selatan,South Tangerang,BSD City,Bintaro,Lebak,Pandeglang,Anyer
DKI Jakarta|Jakarta|Daerah Khusus Jakarta|DKJ|Special Capital Region of Jakarta;10 11 12 13 14;Jakarta,Jakarta Pusat,Jakarta Selatan,Jakarta Barat,Jakarta Timur,Jakarta Utara,Central Jakarta,South Jakarta,West Jakarta,East Jakarta,North Jakarta,Kepulauan Seribu,Thousand Islands,Kemang,Menteng,Kuningan Jakarta
Jawa Barat|West Java|Jabar;16 17 40 41 43 44 45 46;Bandung,Bandung Barat,Bekasi,Bogor,Depok,Cimahi,Cirebon,Sukabumi,Tasikmalaya,Banjar,Garut,Cianjur,Ciamis,Pangandaran,Kuningan,Majalengka,Sumedang,Indramayu,Subang,Purwakarta,Karawang,Lembang,Puncak
Jawa Tengah|Central Java|Jateng;50 51 52 53 54 56 57 58 59;Semarang,Surakarta,Solo,Salatiga,Magelang,Pekalongan,Tegal,Boyolali,Klaten,Sukoharjo,Wonogiri,Karanganyar,Sragen,Grobogan,Blora,Rembang,Pati,Kudus,Jepara,Demak,Kendal,Batang,Pemalang,Brebes,Banyumas,Purwokerto,Cilacap,Purbalingga,Banjarnegara,Kebumen,Purworejo,Wonosobo,Temanggung,Karimunjawa
DI Yogyakarta|Daerah Istimewa Yogyakarta|Special Region of Yogyakarta|Yogyakarta|DIY|Jogja|Jogjakarta;55;Yogyakarta,Jogja,Jogjakarta,Sleman,Bantul,Kulon Progo,Gunungkidul,Gunung Kidul,Malioboro
Jawa Timur|East Java|Jatim;60 61 62 63 64 65 66 67 68 69;Surabaya,Malang,Batu,Kediri,Blitar,Madiun,Mojokerto,Pasuruan,Probolinggo,Sidoarjo,Gresik,Lamongan,Tuban,Bojonegoro,Jombang,Nganjuk,Ngawi,Magetan,Ponorogo,Pacitan,Trenggalek,Tulungagung,Lumajang,Jember,Bondowoso,Situbondo,Banyuwangi,Bangkalan,Sampang,Pamekasan,Sumenep
Bali;80 81 82;Denpasar,Badung,Gianyar,Tabanan,Buleleng,Karangasem,Bangli,Klungkung,Jembrana,Ubud,Canggu,Seminyak,Legian,Sanur,Nusa Dua,Jimbaran,Uluwatu,Kuta,Kerobokan,Singaraja,Lovina,Amed,Nusa Penida,Nusa Lembongan,Ungasan,Pecatu,Bedugul,Candidasa,Munduk
Nusa Tenggara Barat|West Nusa Tenggara|NTB|Lombok;83 84;Mataram,Bima,Lombok,Lombok Barat,Lombok Tengah,Lombok Timur,Lombok Utara,West Lombok,Central Lombok,East Lombok,North Lombok,Dompu,Sumbawa,Sumbawa Barat,Senggigi,Gili Trawangan,Gili Air,Gili Meno,Praya,Kuta Lombok,Kuta Mandalika,Kuta
Nusa Tenggara Timur|East Nusa Tenggara|NTT|Flores;85 86 87;Kupang,Belu,Malaka,Atambua,Timor Tengah Utara,Timor Tengah Selatan,Kefamenanu,Rote Ndao,Alor,Lembata,Flores Timur,Sikka,Maumere,Ende,Nagekeo,Ngada,Bajawa,Manggarai,Manggarai Barat,West Manggarai,Manggarai Timur,Ruteng,Labuan Bajo,Sumba Barat,Sumba Timur,Sumba Tengah,Sumba Barat Daya,Waingapu,Sabu Raijua
Kalimantan Barat|West Kalimantan|Kalbar;78 79;Pontianak,Singkawang,Sambas,Bengkayang,Sanggau,Sekadau,Sintang,Kapuas Hulu,Melawi,Ketapang,Kayong Utara,Landak,Mempawah,Kubu Raya,Putussibau
Kalimantan Tengah|Central Kalimantan|Kalteng;73 74;Palangka Raya,Palangkaraya,Kotawaringin Barat,Kotawaringin Timur,Pangkalan Bun,Sampit,Kapuas,Barito Utara,Barito Selatan,Katingan,Seruyan,Gunung Mas,Murung Raya
Kalimantan Selatan|South Kalimantan|Kalsel;70 71 72;Banjarmasin,Banjarbaru,Banjar,Martapura,Tanah Laut,Barito Kuala,Tapin,Hulu Sungai Selatan,Hulu Sungai Tengah,Hulu Sungai Utara,Tabalong,Kotabaru,Tanah Bumbu,Balangan
Kalimantan Timur|East Kalimantan|Kaltim;75 76 77;Samarinda,Balikpapan,Bontang,Kutai Kartanegara,Kutai Timur,Kutai Barat,Berau,Paser,Penajam Paser Utara,Nusantara,Derawan,Mahakam Ulu
Kalimantan Utara|North Kalimantan|Kaltara;77;Tarakan,Bulungan,Tanjung Selor,Nunukan,Malinau,Tana Tidung
Sulawesi Utara|North Sulawesi|Sulut;95;Manado,Bitung,Tomohon,Kotamobagu,Minahasa,Minahasa Utara,Minahasa Selatan,Bolaang Mongondow,Kepulauan Sangihe,Kepulauan Talaud,Bunaken
Gorontalo;96;Gorontalo,Bone Bolango,Pohuwato,Boalemo
Sulawesi Tengah|Central Sulawesi|Sulteng;94;Palu,Donggala,Sigi,Parigi Moutong,Poso,Tojo Una-Una,Banggai,Luwuk,Morowali,Tolitoli,Buol,Ampana
Sulawesi Barat|West Sulawesi|Sulbar;91;Mamuju,Majene,Polewali Mandar,Mamasa,Pasangkayu
Sulawesi Selatan|South Sulawesi|Sulsel;90 91 92;Makassar,Ujung Pandang,Parepare,Palopo,Gowa,Maros,Pangkep,Barru,Bone,Wajo,Soppeng,Sinjai,Bulukumba,Bantaeng,Jeneponto,Takalar,Luwu,Tana Toraja,Toraja Utara,Rantepao,Enrekang,Pinrang,Kepulauan Selayar
Sulawesi Tenggara|Southeast Sulawesi|South East Sulawesi|Sultra;93;Kendari,Baubau,Wakatobi,Kolaka,Konawe,Buton,Muna,Bombana
Maluku|Moluccas;97;Ambon,Tual,Maluku Tengah,Maluku Tenggara,Seram Bagian Barat,Seram Bagian Timur,Buru,Kepulauan Aru,Banda Neira
Maluku Utara|North Maluku|Malut;97;Ternate,Tidore,Tidore Kepulauan,Halmahera Utara,Halmahera Barat,Halmahera Selatan,Halmahera Tengah,Halmahera Timur,Pulau Morotai,Morotai,Sofifi
Papua|Papua Barat|West Papua|Papua Barat Daya|Southwest Papua|Papua Selatan|South Papua|Papua Tengah|Central Papua|Papua Pegunungan|Highland Papua;98 99;Jayapura,Merauke,Timika,Mimika,Nabire,Wamena,Jayawijaya,Biak,Biak Numfor,Sarmi,Keerom,Sorong,Raja Ampat,Waisai,Manokwari,Fakfak,Kaimana,Teluk Bintuni,Asmat,Boven Digoel
`

const list = (cell = '', separator = ','): string[] => cell.split(separator).filter((entry) => entry !== '')

/** Each with its names, the first of which is shown, and what lies in it. */
const provinces = provinceRows
  .trim()
  .split('\n')
  .map((row) => {
    const [names, postalPrefixes, cities] = row.split(';')
    const [name = '', ...otherNames] = list(names, '|')
    return {
      name,
      names: [name, ...otherNames],
      postalPrefixes: list(postalPrefixes, ' '),
      cities: list(cities),
    }
  })

/** Cities and regencies whose names quarters and villages of other provinces have too, as Kuningan in Jakarta does. */
const quarterNames: ReadonlySet<string> = new Set(
  'agam alor bangka banjar batang batu bone bungo buru ende karo kaur kemang kuningan kuta lahat landak malaka menteng metro muna pati puncak serang siak sigi solo subang tebo toba'.split(
    ' ',
  ),
)

/** Without what forms add to a name: `Kota Denpasar`, `Kabupaten Badung`, `Bali Province`. */
const plainName = (text: string): string =>
  normalizeText(text)
    .replaceAll(/[^a-z\s]/g, ' ')
    .replaceAll(
      /\b(provinsi|province|propinsi|kota administrasi|kotamadya|kota|kabupaten|kab|regency|city|adm)\b/g,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()

const provinceByName = new Map(
  provinces.flatMap(({ name, names }) => names.map((it) => [plainName(it), name] as const)),
)
const provincesByCity = new Map<string, string[]>()
for (const { name, cities } of provinces)
  for (const city of cities.map(plainName))
    provincesByCity.set(city, [...(provincesByCity.get(city) ?? []), name])

const provincesByPostalPrefix = new Map<string, string[]>()
for (const { name, postalPrefixes } of provinces)
  for (const prefix of postalPrefixes)
    provincesByPostalPrefix.set(prefix, [...(provincesByPostalPrefix.get(prefix) ?? []), name])

const provinceOf = (text: string) => provinceByName.get(plainName(text))

const orList = (names: readonly string[]) => names.join(' or ')

function cityOfOtherProvince(order: CheckedOrder): Found | null {
  const [province, city] = [order.field('province'), order.field('city')]
  const named = provinceOf(province.value)
  const holding = provincesByCity.get(plainName(city.value))
  if (!named || !holding || holding.includes(named)) return null
  return {
    fields: [province.key, city.key],
    message: `${city.value} is in ${orList(holding)}, not in ${province.value}.`,
  }
}

/** The postal code at the end of an address, or in its own field. */
function postalCodeOf(order: CheckedOrder): GivenField {
  const key = 'departure_postal_code'
  if (order.prefix === 'departure') return { key, value: order.text(key) }
  const address = order.text('arrival_address_in_indonesia')
  return {
    key: 'arrival_address_in_indonesia',
    value: /(?<!\d)(\d{5})(?!\d)(?=\D*$)/.exec(address)?.[1] ?? '',
  }
}

/** The province, or where it is missing that of the city. */
function provincesGiven(order: CheckedOrder): readonly string[] {
  const named = provinceOf(order.field('province').value)
  return named ? [named] : (provincesByCity.get(plainName(order.field('city').value)) ?? [])
}

function addressInOtherProvince(order: CheckedOrder): Found | null {
  const given = provincesGiven(order)
  if (given.length === 0) return null
  const postalCode = postalCodeOf(order)
  const byPostalCode = /^\d{5}$/.test(postalCode.value)
    ? (provincesByPostalPrefix.get(postalCode.value.slice(0, 2)) ?? [])
    : []
  if (byPostalCode.length > 0 && !byPostalCode.some((province) => given.includes(province)))
    return {
      fields: [postalCode.key, order.field('province').key],
      message: `Postal code ${postalCode.value} is of ${orList(byPostalCode)}, not of ${orList(given)}.`,
    }
  if (byPostalCode.length > 0 || order.prefix === 'departure') return null
  const key = 'arrival_address_in_indonesia'
  // The last part, where it is a city; what stands before it may be a street's or a quarter's name.
  const last = plainName(order.text(key).split(/[,\n]/).slice(1).at(-1) ?? '')
  const named = quarterNames.has(last)
    ? []
    : (provincesByCity.get(last) ?? [provinceByName.get(last) ?? []].flat())
  if (named.length === 0 || named.some((province) => given.includes(province))) return null
  return {
    fields: [key, order.field('province').key],
    message: `The address is in ${orList(named)}, the province is ${orList(given)}.`,
  }
}

export const addressChecks: readonly Check[] = [
  {
    code: 'city-province',
    severity: 'warn',
    title: 'City is not in the province',
    find: cityOfOtherProvince,
  },
  {
    code: 'address-province',
    severity: 'warn',
    title: 'Address is in another province',
    find: addressInOtherProvince,
  },
]
