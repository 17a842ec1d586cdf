/** Ways into Indonesia and stays there, as travellers write them. */

export const flightsIn = `
  VN 641; SQ938; sq 942; GA 881; GA0417; CX 785; EK 358; EK368; QR 962; TK 66; TK056; KE 627;
  JL 725; NH 855; CI 771; MH 851; AK 376; TG 431; QF 43; JQ 35; VA 45; KL 835; KL 809; SV 816;
  AI 2145; EY 474; BR 237; D7 798; 3K 285; QZ 7518; TR 280; 5J 279; 6E 1605; OD 157; ID-7159;
  CZ 625; MU5029; ET 628; WY 849; SU 294; GF 170; UL 364; HO 1301; FD 396; Z2 190; PR 535;
  BI 735; 8B 674; AY 81; LO 93; EK 358 / GA 400; SQ 25, SQ 938; UAE358; GIA881; NZ 64A; QF 43D
`
  .split(';')
  .map((text) => text.trim())

export const airportsIn = `
  Ngurah Rai, Denpasar (DPS); DPS; Denpasar Airport; I Gusti Ngurah Rai International Airport;
  Bali; Soekarno-Hatta, Jakarta (CGK); CGK - Jakarta;
  Jakarta Soekarno Hatta International Airport; Juanda, Surabaya (SUB);
  Lombok International Airport; Yogyakarta International (YIA); Kualanamu, Medan (KNO); Manado;
  Hang Nadim, Batam; Komodo Airport, Labuan Bajo; Sultan Hasanuddin, Makassar
`
  .split(';')
  .map((text) => text.trim())

/** Place, vessel, kind of vessel, and places visited on the way. */
export const seaWays = [
  ['Batam Centre ferry terminal', 'MV Sindo 28', 'Ferry', 'Singapore'],
  ['Sekupang', 'Pacific Bay', 'Ferry', 'SGP'],
  ['Harbour Bay, Batam', 'MV Queen Star 3', 'Ferry', 'Singapore'],
  ['Nongsapura Ferry Terminal', 'BatamFast 18', 'Ferry', 'Singapore'],
  ['Batam Center', 'MV Citra Legacy 2', 'Ferry', 'Malaysia'],
  ['Bandar Bentan Telani, Bintan', 'MV Aria Bupala', 'Ferry', 'Singapore'],
  ['Tanjung Balai Karimun', 'MV Mikonatalia', 'Ferry', 'MALAYSIA'],
  ['Benoa, Bali', 'Celebrity Solstice', 'Cruise ship', 'Australia'],
  ['Tanjung Priok', 'Genting Dream', 'Cruise ship', 'Singapore'],
  ['Labuan Bajo', 'SY Aletheia', 'Yacht', 'Australia'],
  ['Gili Mas, Lombok', 'Queen Elizabeth', 'Cruise ship', 'Australia'],
  ['Sabang', 'Noordam', 'Cruise ship', 'Malaysia'],
] as const

/** Post, plate, and the country beyond the border. */
export const landWays = [
  ['Entikong', 'QAA 1234 K', 'Malaysia'],
  ['PLBN Entikong', 'QS 5521 B', 'MYS'],
  ['Aruk', 'QKR 8821', 'Malaysia'],
  ['Badau', 'KB 1288 HX', 'Malaysia'],
  ['Mota’ain', '12-345 TLS', 'Timor-Leste'],
  ["Mota'ain", 'D 09 88', 'TLS'],
  ['Motamasin', '77-201', 'EAST TIMOR'],
  ['Skouw', 'BAF 129', 'Papua New Guinea'],
] as const

/** Hotel or home, address, city, province. */
export const stays = [
  ['The Amaya Ubud', 'Jl. Raya Sanggingan No. 88, Kedewatan, Ubud, Gianyar 80571', 'Gianyar', 'Bali'],
  ['Puri Senja', 'Jl. Danau Tamblingan No. 47, Sanur', 'Denpasar', 'BALI'],
  ['Villa Kelapa', 'Jalan Batu Bolong 12, Canggu', 'Kabupaten Badung', 'Bali'],
  ['W Seminyak', 'Jl. Petitenget, Kerobokan, Kuta Utara 80361', 'Seminyak', 'Bali'],
  ['Mulia', 'Kawasan Sawangan, Nusa Dua 80363', 'Badung Regency', 'Bali Province'],
  ['Sari Beach', 'Jl. Pantai Kuta 9, Kuta', 'Kuta', 'Bali'],
  [
    'Hotel Merdeka Raya',
    'Jl. Medan Merdeka Selatan No. 12, Gambir, Jakarta Pusat 10110',
    'Jakarta Pusat',
    'DKI Jakarta',
  ],
  ['Apartment Sudirman', 'Jl. Jend. Sudirman Kav. 52, Jakarta 12190', 'South Jakarta', 'Jakarta'],
  ['BSD house', 'Jl. Pahlawan Seribu 3, Serpong, Tangerang Selatan 15322', 'Tangerang Selatan', 'Banten'],
  [
    'Losmen Malioboro',
    'Jl. Sosrowijayan No. 9, Gedong Tengen, Yogyakarta 55271',
    'Yogyakarta',
    'DI Yogyakarta',
  ],
  ['Omah Kayu', 'Dusun Borobudur, Magelang 56553', 'Magelang', 'Central Java'],
  ['Sunan Hotel', 'Jl. Ahmad Yani 40, Surakarta 57143', 'Solo', 'Jawa Tengah'],
  ['Kampung Sampireun', 'Jl. Raya Samarang, Garut 44161', 'Garut', 'West Java'],
  ['Rumah Bandung', 'Jl. Surabaya 8, Bandung 40113', 'Kota Bandung', 'Jawa Barat'],
  ['Tunjungan Suites', 'Jl. Tunjungan No. 101, Genteng, Surabaya 60275', 'Surabaya', 'East Java'],
  ['Ijen Lodge', 'Licin, Banyuwangi 68454', 'Banyuwangi', 'Jawa Timur'],
  ['Gili Lentera', 'Gili Air, Pemenang, Lombok Utara 83352', 'Lombok Utara', 'Nusa Tenggara Barat'],
  ['Kuta Surf', 'Jl. Mawun, Kuta, Pujut', 'Lombok Tengah', 'NTB'],
  ['Bintang Flores', 'Jl. Pantai Pede, Labuan Bajo 86554', 'Manggarai Barat', 'Nusa Tenggara Timur'],
  ['Rumah Kayu Toba', 'Desa Tuktuk Siadong, Simanindo, Samosir 22395', 'Samosir', 'North Sumatra'],
  ['Medan home', 'Jl. Gajah Mada 55B, Medan 20153', 'Kota Medan', 'Sumatera Utara'],
  ['Bunaken Blue', 'Pulau Bunaken, Manado 95231', 'Manado', 'Sulawesi Utara'],
  ['Toraja Heritage', 'Jl. Pahlawan, Rantepao 91831', 'Toraja Utara', 'South Sulawesi'],
  ['Nagoya Hill', 'Jl. Teuku Umar, Batam 29432', 'Batam', 'Kepulauan Riau'],
  ['Aceh Surf', 'Lhoknga, Aceh Besar 23353', 'Aceh Besar', 'Aceh'],
  ['Misool', 'Misool Selatan', 'Raja Ampat', 'West Papua'],
  ['Derawan Lodge', 'Pulau Derawan', 'Berau', 'East Kalimantan'],
  ['Friend’s house', 'ask the driver', 'Bali', 'Bali'],
] as const

export const leftFrom = [
  ['Terminal 3', 'GA 836', 'Singapore', 'SGP'],
  ['International departures', 'KL 810', 'Amsterdam', 'Netherlands'],
  ['Terminal 2F', 'MH 720', 'Kuala Lumpur', 'MYS'],
  ['International departures', 'JQ 36', 'Melbourne', 'AUSTRALIA'],
  ['Terminal 3', 'NH 872', 'Tokyo', 'Japan'],
  ['Terminal 3', 'SV 817', 'Jeddah', 'SAU'],
  ['Batam Centre', 'MV Sindo 30', 'Singapore', 'Singapore'],
] as const

/** Road, postal code, province, city of departing travellers. */
export const homesLeft = [
  ['Jl. Cendana No. 14', '10310', 'DKI Jakarta', 'Jakarta Pusat'],
  ['Jl. Dharmahusada Indah 77', '60115', 'Jawa Timur', 'Kota Surabaya'],
  ['Jl. Bypass Ngurah Rai 210', '80228', 'Bali', 'Denpasar'],
  ['Jl. Gajah Mada No. 55B', '20153', 'Sumatera Utara', 'Medan'],
  ['Jl. Setiabudi 188', '40143', 'Jawa Barat', 'Bandung'],
  ['Jl. Raya Serpong 5', '15310', 'Banten', 'Tangerang Selatan'],
  ['Jl. Pettarani 9', '90222', 'Sulawesi Selatan', 'Makassar'],
] as const
