export const airports = [
  'Ngurah Rai, Denpasar (DPS)',
  'Soekarno-Hatta, Jakarta (CGK)',
  'Juanda, Surabaya (SUB)',
  'Zainuddin Abdul Madjid, Lombok (LOP)',
  'Yogyakarta International (YIA)',
  'Kualanamu, Medan (KNO)',
  'Sam Ratulangi, Manado (MDC)',
] as const

export const flights = [
  'VN 641',
  'SQ 938',
  'GA 881',
  'CX 785',
  'EK 398',
  'QR 962',
  'TK 66',
  'KE 633',
  'JL 725',
  'NH 855',
  'CI 771',
  'MH 851',
  'AK 376',
  'TG 431',
  'QF 43',
  'JQ 35',
  'VA 45',
  'KL 835',
  'AI 2145',
  'SV 816',
  'EY 476',
  'BR 237',
] as const

export const seaports = [
  {
    place: 'Batam Centre ferry terminal',
    province: 'Kepulauan Riau',
    city: 'Batam',
    vessel: 'MV Sindo 28',
    kind: 'Ferry',
    from: 'SINGAPORE',
  },
  {
    place: 'Sekupang ferry terminal',
    province: 'Kepulauan Riau',
    city: 'Batam',
    vessel: 'MV Pacific Bay',
    kind: 'Ferry',
    from: 'SINGAPORE',
  },
  {
    place: 'Tanjung Uban',
    province: 'Kepulauan Riau',
    city: 'Bintan',
    vessel: 'MV Wan Sendari',
    kind: 'Ferry',
    from: 'SINGAPORE',
  },
  {
    place: 'Benoa, Bali',
    province: 'Bali',
    city: 'Denpasar',
    vessel: 'Celebrity Solstice',
    kind: 'Cruise ship',
  },
  {
    place: 'Tanjung Priok, Jakarta',
    province: 'DKI Jakarta',
    city: 'Jakarta Utara',
    vessel: 'Genting Dream',
    kind: 'Cruise ship',
  },
  {
    place: 'Labuan Bajo',
    province: 'Nusa Tenggara Timur',
    city: 'Manggarai Barat',
    vessel: 'SY Aletheia',
    kind: 'Yacht',
  },
] as const

export const borderPosts = [
  { place: 'Entikong', province: 'Kalimantan Barat', city: 'Sanggau', from: ['MYS', 'BRN'] },
  { place: 'Aruk', province: 'Kalimantan Barat', city: 'Sambas', from: ['MYS'] },
  { place: 'Mota’ain', province: 'Nusa Tenggara Timur', city: 'Belu', from: ['TLS'] },
  { place: 'Motamasin', province: 'Nusa Tenggara Timur', city: 'Malaka', from: ['TLS'] },
  { place: 'Skouw', province: 'Papua', city: 'Jayapura', from: ['PNG'] },
] as const

export const hotels = [
  {
    name: 'The Amaya Ubud',
    address: 'Jl. Raya Sanggingan No. 88, Kedewatan, Ubud, Gianyar 80571',
    city: 'Gianyar',
    province: 'Bali',
  },
  {
    name: 'Puri Senja Sanur',
    address: 'Jl. Danau Tamblingan No. 47, Sanur Kauh, Denpasar 80228',
    city: 'Denpasar',
    province: 'Bali',
  },
  {
    name: 'Hotel Merdeka Raya',
    address: 'Jl. Medan Merdeka Selatan No. 12, Gambir, Jakarta Pusat 10110',
    city: 'Jakarta Pusat',
    province: 'DKI Jakarta',
  },
  {
    name: 'Losmen Malioboro 9',
    address: 'Jl. Sosrowijayan No. 9, Gedong Tengen, Yogyakarta 55271',
    city: 'Yogyakarta',
    province: 'DI Yogyakarta',
  },
  {
    name: 'Gili Lentera Bungalows',
    address: 'Gili Air, Pemenang, Lombok Utara 83352',
    city: 'Lombok Utara',
    province: 'Nusa Tenggara Barat',
  },
  {
    name: 'Rumah Kayu Toba',
    address: 'Desa Tuktuk Siadong, Simanindo, Samosir 22395',
    city: 'Samosir',
    province: 'Sumatera Utara',
  },
  {
    name: 'Bunaken Blue Dive Lodge',
    address: 'Pulau Bunaken, Manado 95231',
    city: 'Manado',
    province: 'Sulawesi Utara',
  },
  {
    name: 'Surabaya Tunjungan Suites',
    address: 'Jl. Tunjungan No. 101, Genteng, Surabaya 60275',
    city: 'Surabaya',
    province: 'Jawa Timur',
  },
] as const

export const homes = [
  {
    address: 'Jl. Kemang Timur No. 21A, RT 003 RW 05, Bangka',
    city: 'Jakarta Selatan',
    province: 'DKI Jakarta',
  },
  { address: 'Jl. Setiabudi No. 188, RT 002 RW 09, Ledeng', city: 'Bandung', province: 'Jawa Barat' },
  { address: 'Jl. Raya Canggu Gg. Mawar No. 4, Tibubeneng', city: 'Badung', province: 'Bali' },
] as const

export const residences = [
  {
    road: 'Jl. Cendana No. 14',
    rt: '004',
    rw: '02',
    postal_code: '10310',
    province: 'DKI Jakarta',
    regency_city: 'Jakarta Pusat',
    subdistrict: 'Menteng',
    subdistrict_village: 'Gondangdia',
  },
  {
    road: 'Jl. Dharmahusada Indah 77',
    rt: '001',
    rw: '08',
    postal_code: '60115',
    province: 'Jawa Timur',
    regency_city: 'Surabaya',
    subdistrict: 'Mulyorejo',
    subdistrict_village: 'Mulyorejo',
  },
  {
    road: 'Jl. Bypass Ngurah Rai 210',
    rt: '002',
    rw: '01',
    postal_code: '80228',
    province: 'Bali',
    regency_city: 'Denpasar',
    subdistrict: 'Denpasar Selatan',
    subdistrict_village: 'Sanur',
  },
  {
    road: 'Jl. Gajah Mada No. 55B',
    rt: '006',
    rw: '03',
    postal_code: '20153',
    province: 'Sumatera Utara',
    regency_city: 'Medan',
    subdistrict: 'Medan Petisah',
    subdistrict_village: 'Petisah Hulu',
  },
] as const

export const purposes = [
  'Holiday',
  'Holiday',
  'Holiday',
  'Business',
  'Visiting family',
  'Conference',
  'Study',
  'Transit',
] as const
export const occupations = [
  'Trader',
  'Civil servant',
  'Engineer',
  'Physician',
  'Student',
  'Entrepreneur',
  'Artist',
] as const
export const terminals = ['Terminal 2F', 'Terminal 3', 'International departures'] as const
