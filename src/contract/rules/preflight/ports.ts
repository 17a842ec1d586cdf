import { normalizeText } from '../search-text.ts'
import type { CheckedOrder, GivenField } from './checked-order.ts'
import type { Transport } from './transport.ts'

export function placeOf(order: CheckedOrder): GivenField {
  const key = ['arrival_place_of_arrival', 'arrival_place'].find((it) => order.text(it) !== '')
  return { key: key ?? 'arrival_place_of_arrival', value: key ? order.text(key) : '' }
}

/** The port that a place names; null for none, or several of different transport. */
export function portOf(order: CheckedOrder): Port | null {
  const place = normalizeText(placeOf(order).value)
  if (place === '') return null
  const named = ports.filter(({ pattern }) => pattern.test(place))
  const [first] = named
  return first && named.every(({ transport }) => transport === first.transport) ? first : null
}

interface Port {
  name: string
  transport: Transport
  /** Words that identify the port in a text; an airport's code in capitals. */
  pattern: RegExp
  /** Two-letter codes of the countries of origin, if these are few. */
  from?: readonly string[]
}

const port = (transport: Transport, name: string, pattern: RegExp, from?: readonly string[]): Port => ({
  name,
  transport,
  pattern,
  ...(from && { from }),
})

/** Ports of entry whose name determines the transport. */
const ports: readonly Port[] = [
  port('air', 'Ngurah Rai', /ngurah rai|\bdps\b/),
  port('air', 'Soekarno-Hatta', /soekarno|sukarno|cengkareng|\bcgk\b/),
  port('air', 'Halim Perdanakusuma', /\bhalim\b|\bhlp\b/),
  port('air', 'Juanda', /\bjuanda\b/),
  port('air', 'Kualanamu', /kuala ?namu|\bkno\b/),
  port('air', 'Zainuddin Abdul Madjid', /zainuddin|lombok international|praya airport|\blop\b/),
  port('air', 'Yogyakarta International', /yogyakarta international|kulon progo airport|\byia\b/),
  port('air', 'Sam Ratulangi', /sam ratulangi/),
  port('air', 'Sultan Hasanuddin', /sultan hasanuddin/),
  port('air', 'Hang Nadim', /hang nadim/),
  port('air', 'Minangkabau', /minangkabau/),
  port('air', 'Sultan Syarif Kasim II', /syarif kasim/),
  port('air', 'Sultan Mahmud Badaruddin II', /mahmud badaruddin/),
  port('air', 'Sepinggan', /sepinggan/),
  port('air', 'Kertajati', /kertajati/),
  port('air', 'Komodo', /komodo (international )?airport|\blbj\b/),
  port('air', 'Supadio', /supadio/),
  port('air', 'Ahmad Yani', /ahmad yani/),
  port('air', 'Adi Soemarmo', /adi soe?u?marmo/),
  port('air', 'Sultan Iskandar Muda', /iskandar muda/),
  port('sea', 'Batam Centre', /batam cent(re|er)/, ['SG', 'MY']),
  port('sea', 'Harbour Bay', /harbou?r ?bay/, ['SG', 'MY']),
  port('sea', 'Sekupang', /sekupang/, ['SG', 'MY']),
  port('sea', 'Nongsapura', /nongsa/, ['SG', 'MY']),
  port('sea', 'Waterfront', /teluk senimba|waterfront batam/, ['SG', 'MY']),
  port('sea', 'Tanjung Uban', /tanjung uban/, ['SG', 'MY']),
  port('sea', 'Bandar Bentan Telani', /bentan telani|\bbbt\b/, ['SG', 'MY']),
  port('sea', 'Tanjung Balai Karimun', /balai karimun/, ['SG', 'MY']),
  port('sea', 'Sri Bintan Pura', /bintan pura/, ['SG', 'MY']),
  port('sea', 'Dumai', /\bdumai\b/, ['MY', 'SG']),
  port('sea', 'Benoa', /\bbenoa\b/),
  port('sea', 'Tanjung Priok', /tanjung pri?ok/),
  port('sea', 'Tanjung Perak', /tanjung perak/),
  port('sea', 'Tanjung Emas', /tanjung e?mas/),
  port('sea', 'Belawan', /\bbelawan\b/),
  port('sea', 'Gilimas', /gili ?mas|\blembar\b/),
  port('sea', 'Celukan Bawang', /celukan bawang/),
  port('land', 'Entikong', /entikong/, ['MY', 'BN']),
  port('land', 'Aruk', /\baruk\b/, ['MY', 'BN']),
  port('land', 'Badau', /\bbadau\b/, ['MY', 'BN']),
  port('land', 'Mota’ain', /mota'? ?ain/, ['TL']),
  port('land', 'Motamasin', /motamasin/, ['TL']),
  port('land', 'Wini', /\bwini\b/, ['TL']),
  port('land', 'Skouw', /\bskouw\b/, ['PG']),
]
