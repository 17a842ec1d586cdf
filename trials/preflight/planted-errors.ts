import { addDays, jakartaMidnight } from '#contract/rules/dates.ts'
import type { Chance } from '#server/demo/random.ts'
import { emptyLine, goodsLine, type GeneratedOrder } from './clean-orders.ts'
import { fillNumber } from './nations.ts'

/** One kind of error: how it gets into a clean order, which is changed. False where the order has no room for it. */
interface PlantedError {
  /** The check that has to find it. */
  code: string
  plant: (order: GeneratedOrder, chance: Chance) => boolean
  /** Other checks that may find the same. */
  also?: readonly string[]
}

const isArrival = ({ fields }: GeneratedOrder) => fields['arrival_full_name'] !== undefined
const isByAir = ({ fields }: GeneratedOrder) => /air/i.test(fields['arrival_mode_of_transport'] ?? '')
const isBySea = ({ fields }: GeneratedOrder) => /sea/i.test(fields['arrival_mode_of_transport'] ?? '')
const passportKey = (order: GeneratedOrder) =>
  isArrival(order) ? 'arrival_passport_number' : 'departure_identity_number'
const nameKey = (order: GeneratedOrder) => (isArrival(order) ? 'arrival_full_name' : 'departure_full_name')
const birthKey = (order: GeneratedOrder) => (isArrival(order) ? 'arrival_dob' : 'departure_dob')
const emailKey = (order: GeneratedOrder) =>
  isArrival(order) ? 'arrival_email' : 'departure_contact_email_address'
const isWithPassport = ({ fields }: GeneratedOrder) => fields['departure_identity_type'] !== 'KTP'
const travelDay = ({ fields }: GeneratedOrder) =>
  fields['arrival_doa'] ?? fields['departure_departure_date']?.slice(0, 10) ?? ''
const orderedOn = ({ createdAt }: GeneratedOrder) =>
  new Date(createdAt.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)

const bornAtAge = (order: GeneratedOrder, chance: Chance, least: number, most: number) =>
  addDays(
    `${Number(travelDay(order).slice(0, 4)) - chance.integer(least, most)}${travelDay(order).slice(4).replace('02-29', '02-28')}`,
    -chance.integer(1, 300),
  )

/** Moves travel, and what depends on it, to another day. */
function travelOn(order: GeneratedOrder, day: string): boolean {
  if (isArrival(order))
    Object.assign(order.fields, {
      arrival_doa: day,
      arrival_dod: addDays(day, 9),
      arrival_passport_expiry: addDays(day, 2000),
    })
  else
    Object.assign(order.fields, {
      departure_departure_date: `${day} 12:05:00`,
      departure_departure_date_bc32: day,
      departure_document_date: addDays(day, -4),
    })
  return true
}

const onArrival =
  (plant: PlantedError['plant']): PlantedError['plant'] =>
  (order, chance) =>
    isArrival(order) && plant(order, chance)

function set(order: GeneratedOrder, values: Record<string, string>): true {
  Object.assign(order.fields, values)
  return true
}

/** Replaces the goods of an arrival by one line, its group answered so. */
function declare(
  order: GeneratedOrder,
  line: ReturnType<typeof goodsLine>,
  answer: 'Yes' | 'No' | '',
): boolean {
  const [declaration] = order.importingGoods
  if (!declaration) return false
  for (const key of Object.keys(declaration))
    if (key !== 'details') Object.assign(declaration, { [key]: 'No' })
  Object.assign(declaration, { [line.group]: answer, details: [line] })
  order.fields['arrival_goods_declaretion'] = answer === 'Yes' ? 'Yes' : 'No'
  return true
}

const relative = (order: GeneratedOrder, chance: Chance, name: string, relationship: string) => ({
  family_member_name: name,
  family_passport_number: fillNumber(chance, chance.pick(order.nation.passports)),
  family_nationality: order.nation.code,
  family_other_nationalities: '',
  family_relationship: relationship,
})

/** Where a digit is mistaken for a letter, or the other way. */
function mistake(chance: Chance, number: string): string | null {
  const places = [...number].flatMap((character, at) => (/[01]/.test(character) && at > 0 ? [at] : []))
  if (places.length === 0) return null
  const at = chance.pick(places)
  return number.slice(0, at) + (number[at] === '0' ? 'O' : 'I') + number.slice(at + 1)
}

const slipIn = (chance: Chance, text: string): string => {
  const at = chance.integer(1, text.length - 3)
  return chance.pick([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text.charAt(at) + text.slice(at),
    text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ])
}

/** Latin names whose family shares a surname, western order. */
const westernNations = new Set([
  'AUS',
  'NZL',
  'GBR',
  'IRL',
  'USA',
  'CAN',
  'DEU',
  'AUT',
  'CHE',
  'FRA',
  'NLD',
  'BEL',
  'ITA',
  'PRT',
  'POL',
  'SWE',
  'ZAF',
  'BRA',
  'RUS',
  'UKR',
  'TUR',
  'ISR',
  'THA',
])

export const plantedErrors: readonly PlantedError[] = [
  {
    code: 'passport-expired',
    plant: onArrival((order, chance) =>
      set(order, { arrival_passport_expiry: addDays(travelDay(order), -chance.integer(0, 900)) }),
    ),
  },
  {
    code: 'passport-expires-soon',
    plant: onArrival((order, chance) =>
      set(order, { arrival_passport_expiry: addDays(travelDay(order), chance.integer(1, 178)) }),
    ),
  },
  {
    code: 'passport-expiry-too-far',
    plant: onArrival((order, chance) =>
      set(order, { arrival_passport_expiry: addDays(travelDay(order), chance.integer(4100, 30_000)) }),
    ),
  },
  {
    code: 'passport-form',
    plant: (order, chance) => {
      const key = passportKey(order)
      const number = (order.fields[key] ?? '').replaceAll(/\s/g, '').toUpperCase()
      const wrong = chance.pick([
        number.slice(0, -3),
        `${number}${fillNumber(chance, '####')}`,
        number.replace(/\d{3}$/, 'XYZ'),
        'PASSPORT',
        `護照${number}`,
      ])
      return isWithPassport(order) && wrong !== number && set(order, { [key]: wrong })
    },
  },
  {
    code: 'passport-lookalike',
    plant: (order, chance) => {
      const key = passportKey(order)
      const wrong = mistake(chance, (order.fields[key] ?? '').toUpperCase())
      return isWithPassport(order) && wrong !== null && set(order, { [key]: wrong })
    },
  },
  {
    code: 'passport-twice',
    plant: (order, chance) => {
      const [member] = order.familyMember
      if (!member || !isWithPassport(order)) return false
      const number = order.fields[passportKey(order)] ?? ''
      member.family_passport_number = chance.percent(50) ? number : number.toLowerCase().replaceAll(' ', '')
      return true
    },
  },
  {
    code: 'passport-other-order',
    plant: (order, chance) => {
      order.ordersOfSameTravellers = Array.from({ length: chance.integer(1, 2) }, () => ({
        orderId: chance.integer(2_000_000, 2_100_000),
        travellerIndexes: [0],
      }))
      return isWithPassport(order)
    },
  },
  {
    code: 'national-id',
    plant: (order, chance) => {
      const number = order.fields['departure_identity_number'] ?? ''
      if (isWithPassport(order)) return false
      return set(order, {
        departure_identity_number: chance.pick([
          number.slice(0, 15),
          `${number}1`,
          number.replace(/^..../, '0071'),
          `${number.slice(0, 6)}${order.fields['departure_dob']?.endsWith('11') ? '12' : '11'}${number.slice(8)}`,
        ]),
      })
    },
  },
  {
    code: 'too-long',
    plant: (order, chance) =>
      set(order, { [nameKey(order)]: `${order.latinName} `.repeat(chance.integer(40, 60)).slice(0, 300) }),
    also: ['payer', 'name-passport'],
  },
  {
    code: 'name-mrz',
    plant: (order, chance) => {
      const words = order.latinName.toUpperCase().split(' ')
      return set(order, {
        [nameKey(order)]: chance.pick([
          `P<${order.nation.code}${words.join('<<')}<<<<`,
          words.join('<'),
          `${words.join(' ')} <<<<<`,
          `${words.join(' ')} KKKK`,
        ]),
      })
    },
    also: ['name-passport'],
  },
  {
    code: 'name-letters',
    plant: (order, chance) => {
      delete order.fields['arrival_passport_name']
      return set(order, {
        [nameKey(order)]: chance.pick([
          '王芳',
          '佐藤美咲',
          '김서연',
          'Волков Дмитрий',
          'محمد العتيبي',
          'สมหญิง ใจดี',
          'Παπανδρέου Ελένη',
          'राहुल शर्मा',
          'Ivаnova Anna',
        ]),
      })
    },
    also: ['payer'],
  },
  {
    code: 'name-characters',
    plant: (order, chance) =>
      set(order, {
        [nameKey(order)]: `${order.latinName}${chance.pick(['1', ' 23', '@', ' #', ' & family', '_'])}`,
      }),
  },
  {
    code: 'name-title',
    plant: (order, chance) =>
      set(order, {
        [nameKey(order)]: `${chance.pick(['Mr', 'Mrs.', 'Ms', 'DR', 'Miss'])} ${order.latinName}`,
      }),
  },
  {
    code: 'name-turned-round',
    plant: (order, chance) => {
      if (!westernNations.has(order.nation.code)) return false
      const surname = chance.pick(['Harding', 'Laurent', 'Keller', 'Moretti'])
      delete order.fields['arrival_passport_name']
      order.familyMember = [
        relative(order, chance, `Sophie ${surname}`, 'Daughter'),
        relative(order, chance, `Tom ${surname}`, 'Son'),
      ].slice(0, chance.integer(1, 2))
      set(order, { [birthKey(order)]: bornAtAge(order, chance, 30, 50) })
      return set(order, { [nameKey(order)]: `${surname} ${chance.pick(['Peter', 'Anna', 'Jean'])}` })
    },
    also: ['payer', 'national-id'],
  },
  {
    code: 'name-passport',
    plant: onArrival((order, chance) =>
      set(order, {
        arrival_full_name: order.latinName,
        arrival_passport_name: chance.pick(['JOHN DOE', 'HENRIK QVIST', 'ZOLA MBEKI']),
      }),
    ),
    also: ['name-letters'],
  },
  {
    code: 'birth-ahead',
    plant: (order, chance) =>
      set(order, { [birthKey(order)]: addDays(orderedOn(order), chance.pick([2, chance.integer(3, 9000)])) }),
    also: ['national-id'],
  },
  {
    code: 'birth-long-ago',
    plant: (order, chance) => set(order, { [birthKey(order)]: bornAtAge(order, chance, 112, 126) }),
    also: ['relation-age', 'national-id'],
  },
  {
    code: 'birth-today',
    plant: (order) => set(order, { [birthKey(order)]: orderedOn(order) }),
    also: ['minor-alone', 'relation-age', 'national-id', 'tobacco-age', 'alcohol-age'],
  },
  {
    code: 'minor-alone',
    plant: (order, chance) => {
      order.familyMember = chance.percent(40)
        ? [relative(order, chance, order.latinName, chance.pick(['Sister', 'Brother', 'Friend']))]
        : []
      order.importingGoods = []
      return set(order, { [birthKey(order)]: bornAtAge(order, chance, 2, 16), arrival_goods_declaretion: '' })
    },
    also: ['national-id', 'payer'],
  },
  {
    code: 'relation-age',
    plant: (order, chance) => {
      const [relationship, least, most] = chance.pick([
        ['Wife', 3, 13],
        ['Husband', 2, 14],
        ['Son', 2, 11],
        ['Daughter', 1, 12],
        ['Mother', 87, 105],
        ['Grandfather', 68, 100],
        ['Grandson', 17, 27],
      ] as const)
      order.familyMember = [
        relative(order, chance, `Maria ${order.latinName.split(' ').at(-1)}`, relationship),
      ]
      order.importingGoods = []
      return set(order, {
        [birthKey(order)]: bornAtAge(order, chance, least, most),
        arrival_goods_declaretion: '',
      })
    },
    also: ['minor-alone', 'national-id', 'payer'],
  },
  {
    code: 'nationality-unknown',
    plant: (order, chance) =>
      set(order, {
        [isArrival(order) ? 'arrival_nationality' : 'departure_nationality']: chance.pick([
          'Indonesa',
          'Astralia',
          'Earth',
          'Deutchland',
          'N/A',
          'Yes',
          'Muslim',
          'Vietname',
        ]),
      }),
  },
  {
    code: 'telephone-far',
    plant: onArrival((order, chance) => {
      const far: Record<string, readonly [string, string]> = {
        DEU: ['55', '11 91234 5678'],
        FRA: ['55', '11 91234 5678'],
        JPN: ['234', '803 123 4567'],
        AUS: ['7', '912 345 67 89'],
        USA: ['92', '300 1234567'],
        CHN: ['52', '55 1234 5678'],
        IND: ['55', '11 91234 5678'],
        KOR: ['20', '10 1234 5678'],
        BRA: ['66', '81 234 5678'],
        GBR: ['86', '138 1234 5678'],
      }
      const phone = far[order.nation.code]
      if (!phone) return false
      order.payment = {}
      order.familyMember = []
      return set(order, {
        arrival_phone_code: phone[0],
        arrival_phone_number: phone[1],
        arrival_countries_visited: chance.pick(order.nation.spellings),
        arrival_mode_of_transport: 'Air',
      })
    }),
    also: ['payer', 'minor-alone', 'route-not-visited', 'other-port', 'other-transport'],
  },
  {
    code: 'route-not-visited',
    plant: onArrival((order, chance) => {
      const [place, mode] = chance.pick([
        ['Entikong', 'Land'],
        ['Batam Centre ferry terminal', 'Sea'],
        ['Skouw', 'Land'],
        ["Mota'ain", 'Land'],
        ['Sekupang', 'Sea'],
      ] as const)
      if (['SGP', 'MYS', 'PNG', 'TLS'].includes(order.nation.code)) return false
      for (const key of [
        'arrival_flight_number',
        'arrival_vessel_name',
        'arrival_place_of_arrival',
        'arrival_flight_or_vehicle_number',
      ])
        delete order.fields[key]
      return set(order, {
        arrival_place: place,
        arrival_mode_of_transport: mode,
        arrival_countries_visited: chance.pick(order.nation.spellings),
      })
    }),
    also: ['telephone-far'],
  },
  {
    code: 'symptoms-unnamed',
    plant: onArrival((order, chance) => {
      delete order.fields['arrival_symptom_list']
      return set(order, { arrival_symptoms: chance.pick(['Yes', 'yes', 'Y']) })
    }),
  },
  {
    code: 'symptoms-denied',
    plant: onArrival((order, chance) =>
      set(order, {
        arrival_symptoms: chance.pick(['No', 'no', 'Tidak']),
        arrival_symptom_list: chance.pick(['Fever', 'Cough, sore throat', 'Rash']),
      }),
    ),
  },
  {
    code: 'visa',
    plant: onArrival((order, chance) => {
      delete order.fields['arrival_visa_number']
      return chance.percent(50)
        ? set(order, { arrival_already_have_a_visa: 'Yes' })
        : set(order, {
            arrival_already_have_a_visa: 'No',
            arrival_visa_number: fillNumber(chance, '2B#######'),
          })
    }),
  },
  {
    code: 'emails-differ',
    plant: onArrival((order, chance) =>
      set(order, { arrival_confirm_email: slipIn(chance, order.fields['arrival_email'] ?? '') }),
    ),
  },
  {
    code: 'email-mistyped',
    plant: (order, chance) => {
      const domain = chance.pick([
        'gmail.com',
        'gmail.com',
        'yahoo.com',
        'hotmail.com',
        'outlook.com',
        'icloud.com',
        'naver.com',
      ])
      const wrong = chance.pick([
        slipIn(chance, domain),
        domain.replace('.com', '.con'),
        domain.replace('.com', '.cm'),
        domain.replace('mail', 'mial'),
        domain.replace('.com', '.co'),
      ])
      // Where a slip leads to a domain that is there, nobody can tell.
      if (wrong === domain || wrong === 'ymail.com') return false
      const email = `mei.tan@${wrong}`
      order.email = email
      return set(order, {
        [emailKey(order)]: email,
        ...(isArrival(order) && { arrival_confirm_email: email }),
      })
    },
  },
  {
    code: 'email-throw-away',
    plant: (order, chance) => {
      const email = `x${chance.integer(100, 999)}@${chance.pick(['mailinator.com', 'yopmail.com', 'guerrillamail.com', 'temp-mail.org', '10minutemail.com', 'tempmail.plus'])}`
      if (chance.percent(50)) {
        order.email = email
        return true
      }
      return set(order, {
        [emailKey(order)]: email,
        ...(isArrival(order) && { arrival_confirm_email: email }),
      })
    },
  },
  {
    code: 'telephone-impossible',
    plant: (order, chance) => {
      const key = isArrival(order) ? 'arrival_phone_number' : 'departure_phone_number_1'
      const given = order.fields[key] ?? ''
      return set(order, {
        [key]: chance.pick([
          given.slice(0, Math.max(3, given.length - 6)),
          `${given}${fillNumber(chance, '######')}`,
          '12345678',
          '000000000',
          'no phone',
          '99999999999',
        ]),
      })
    },
    also: ['telephone-far'],
  },
  {
    code: 'language-unknown',
    plant: (order, chance) => {
      order.language = chance.pick(['Klingon', 'xx', 'Esperanto', 'Zulu', 'Maori', 'other'])
      return true
    },
  },
  {
    code: 'travel-before-order',
    plant: (order, chance) => travelOn(order, addDays(orderedOn(order), -chance.integer(1, 400))),
    also: [
      'birth-ahead',
      'minor-alone',
      'relation-age',
      'tobacco-age',
      'alcohol-age',
      'passport-expiry-too-far',
    ],
  },
  {
    code: 'travel-past',
    plant: (order, chance) => {
      order.now = new Date(jakartaMidnight(travelDay(order)).getTime() + chance.integer(25, 400) * 3_600_000)
      return true
    },
  },
  {
    code: 'travel-far-ahead',
    plant: (order, chance) => travelOn(order, addDays(orderedOn(order), chance.integer(367, 900))),
    also: ['relation-age'],
  },
  {
    code: 'leaves-before-arrival',
    plant: onArrival((order, chance) =>
      set(order, { arrival_dod: addDays(travelDay(order), -chance.integer(1, 60)) }),
    ),
  },
  {
    code: 'long-stay',
    plant: onArrival((order, chance) =>
      set(order, { arrival_dod: addDays(travelDay(order), chance.integer(181, 800)) }),
    ),
  },
  {
    code: 'flight-form',
    plant: (order, chance) => {
      if (!isByAir(order)) return false
      return set(order, {
        arrival_flight_number: chance.pick([
          'VN 64I',
          'GA 88O',
          'SQ',
          '938',
          'GA 12345',
          'Garuda',
          'S0 938X9',
          'EK-3S8',
          'Jetstar 35',
          'QF43QF43',
          '0D 157',
          'Singapore Airlines',
          'KL83S',
          'GA 881 TK',
          'GARUDA 881',
        ]),
      })
    },
  },
  {
    code: 'other-transport',
    plant: (order, chance) => {
      if (isByAir(order))
        return chance.percent(50)
          ? set(order, { arrival_vessel_name: 'MV Sindo 28' })
          : set(order, { arrival_flight_number: chance.pick(['MV Sindo 28', 'Ferry Batamfast']) })
      if (isBySea(order))
        return set(order, { arrival_flight_number: chance.pick(['SQ 938', 'GA 881', 'TR280']) })
      return (
        order.fields['arrival_mode_of_transport'] === 'Land' &&
        set(order, { arrival_flight_or_vehicle_number: chance.pick(['MH 851', 'GA 881', 'AK 376']) })
      )
    },
    also: ['flight-form'],
  },
  {
    code: 'other-port',
    plant: (order, chance) => {
      if (isByAir(order))
        return set(order, {
          arrival_place_of_arrival: chance.pick([
            'Batam Centre',
            'Benoa, Bali',
            'Entikong',
            'Tanjung Priok',
            'Sekupang ferry terminal',
          ]),
        })
      if (isBySea(order))
        return set(order, {
          arrival_place_of_arrival: chance.pick([
            'Ngurah Rai, Denpasar (DPS)',
            'CGK',
            'Soekarno-Hatta',
            'Kualanamu, Medan',
            'Skouw',
          ]),
        })
      return (
        order.fields['arrival_mode_of_transport'] === 'Land' &&
        set(order, { arrival_place: chance.pick(['Ngurah Rai', 'Juanda, Surabaya', 'Batam Centre']) })
      )
    },
    also: ['route-not-visited'],
  },
  {
    code: 'night-flight',
    plant: (order, chance) => {
      if (isByAir(order) && chance.percent(50)) {
        // The day on which the flight leaves Europe in the evening, ordered on that day before it leaves.
        const day = travelDay(order)
        order.createdAt = new Date(jakartaMidnight(day).getTime() + chance.integer(4, 22) * 3_600_000)
        order.now = new Date(order.createdAt.getTime() + 600_000)
        return set(order, { arrival_flight_number: chance.pick(['KL 835', 'KL809', 'KL 0835']) })
      }
      if (isArrival(order)) return false
      const day = travelDay(order)
      return set(order, {
        departure_departure_date: `${day} 0${chance.integer(0, 3)}:${chance.pick(['20', '55'])}:00`,
        departure_departure_date_bc32: addDays(day, chance.pick([-1, 1])),
      })
    },
    also: ['travel-before-order', 'travel-past'],
  },
  {
    code: 'document-after-travel',
    plant: (order, chance) =>
      !isArrival(order) &&
      set(order, { departure_document_date: addDays(travelDay(order), chance.integer(1, 400)) }),
  },
  {
    code: 'city-province',
    plant: (order, chance) => {
      const [city, province] = chance.pick([
        ['Denpasar', 'DKI Jakarta'],
        ['Jakarta Selatan', 'Bali'],
        ['Surabaya', 'Central Java'],
        ['Bandung', 'Banten'],
        ['Lombok Utara', 'Bali'],
        ['Manggarai Barat', 'Nusa Tenggara Barat'],
        ['Medan', 'Aceh'],
        ['Malang', 'Jawa Barat'],
        ['Manado', 'Sulawesi Selatan'],
        ['Batam', 'Riau'],
        ['Kota Magelang', 'DI Yogyakarta'],
        ['Kabupaten Gianyar', 'NTB'],
      ] as const)
      return isArrival(order)
        ? set(order, {
            arrival_city: city,
            arrival_province: province,
            arrival_address_in_indonesia: 'Jl. Merdeka 4',
          })
        : set(order, { departure_regency_city: city, departure_province: province })
    },
    also: ['address-province'],
  },
  {
    code: 'address-province',
    plant: (order, chance) => {
      if (!isArrival(order))
        return set(order, {
          departure_postal_code: order.fields['departure_province'] === 'Bali' ? '10110' : '80361',
        })
      const [address, city, province] = chance.pick([
        ['Jl. Raya Sanggingan 88, Ubud, Gianyar 80571', 'Jakarta Pusat', 'DKI Jakarta'],
        ['Jl. Sosrowijayan 9, Yogyakarta 55271', 'Badung', 'Bali'],
        ['Jl. Tunjungan 101, Genteng, Surabaya', 'Medan', 'Sumatera Utara'],
        ['Gili Air, Pemenang, Lombok Utara', 'Denpasar', 'Bali'],
        ['Jl. Teuku Umar 4, Batam', 'Bandung', 'West Java'],
        ['Jl. Sudirman 1, 12190', 'Denpasar', 'Bali'],
      ] as const)
      return set(order, {
        arrival_address_in_indonesia: address,
        arrival_city: city,
        arrival_province: province,
      })
    },
  },
  {
    code: 'goods-over-limit',
    plant: (order, chance) =>
      declare(
        order,
        goodsLine(
          'purchase',
          chance.pick([
            ['Electronics', 'Camera', 1, 'Piece', 1699, 'USD'],
            ['Fashion', 'Handbag', 2, 'Piece', 900, 'EUR'],
            ['Jewellery', 'Watch', 1, 'Piece', 14_000_000, 'IDR'],
            ['Textiles', 'Scarves', 40, 'Piece', 30, 'SGD'],
          ] as const),
        ),
        chance.pick(['No', ''] as const),
      ),
    also: ['goods-denied'],
  },
  {
    code: 'allowance',
    plant: (order, chance) =>
      declare(
        order,
        goodsLine(
          'cigarettes',
          chance.pick([
            ['Tobacco', 'Cigarettes', 600, 'Stick', 1, 'USD'],
            ['Tobacco', 'Marlboro cigarettes', 3, 'Carton', 30, 'USD'],
            ['Tobacco', 'Cigars', 50, 'Piece', 12, 'EUR'],
            ['Alcohol', 'Whisky', 3, 'Litre', 60, 'USD'],
            ['Tobacco', 'Rolling tobacco', 250, 'Gram', 1, 'USD'],
          ] as const),
        ),
        chance.pick(['No', ''] as const),
      ),
    also: ['goods-denied', 'tobacco-age', 'alcohol-age'],
  },
  {
    code: 'cash',
    plant: (order, chance) =>
      declare(
        order,
        goodsLine(
          chance.pick(['currency', 'currency', 'foreign']),
          chance.pick([
            ['Cash', 'Rupiah banknotes', 1, 'Bundle', 250_000_000, 'IDR'],
            ['Cash', 'Banknotes', 1, 'Bundle', 25_000, 'USD'],
            ['Cash', 'Yen', 1, 'Bundle', 3_000_000, 'JPY'],
          ] as const),
        ),
        chance.pick(['No', ''] as const),
      ),
    also: ['goods-denied'],
  },
  {
    code: 'devices',
    plant: (order, chance) =>
      declare(
        order,
        goodsLine(
          'purchase',
          chance.pick([
            ['Electronics', 'iPhone 17 Pro', 3, 'Piece', 1200, 'USD'],
            ['Electronics', 'Smartphone', 5, 'Unit', 300, 'SGD'],
            ['Electronics', 'Samsung tablet', 4, 'Piece', 400, 'USD'],
            ['Electronics', 'Handphone Oppo', 10, 'Pcs', 200, 'USD'],
            ['Electronics', 'Samsung Galaxy S26', 3, 'Piece', 900, 'USD'],
          ] as const),
        ),
        'Yes',
      ),
  },
  {
    code: 'goods-unlisted',
    plant: (order, chance) => {
      const [declaration] = order.importingGoods
      if (!declaration) return false
      Object.assign(declaration, {
        [chance.pick(['animals', 'currency', 'cigarettes', 'purchase', 'imported_goods'])]: 'Yes',
        details: [],
      })
      order.fields['arrival_goods_declaretion'] = 'Yes'
      return true
    },
  },
  {
    code: 'goods-denied',
    plant: (order, chance) =>
      declare(
        order,
        goodsLine(chance.pick(['purchase', 'imported_goods', 'animals', 'originating_goods']), [
          'Textiles',
          'Silk scarf',
          1,
          'Piece',
          40,
          'USD',
        ]),
        'No',
      ),
  },
  {
    code: 'value-currency',
    plant: (order, chance) =>
      declare(
        order,
        {
          ...goodsLine('purchase', ['Electronics', 'Camera body', 1, 'Piece', chance.integer(600, 3000), '']),
        },
        'Yes',
      ),
  },
  {
    code: 'tobacco-age',
    plant: (order, chance) => {
      order.familyMember = [relative(order, chance, order.latinName, 'Father')]
      set(order, { [birthKey(order)]: bornAtAge(order, chance, 8, 15) })
      return declare(
        order,
        goodsLine(
          'cigarettes',
          chance.pick([
            ['Tobacco', 'Cigarettes', 100, 'Stick', 1, 'USD'],
            ['Tobacco', 'Cigars', 10, 'Piece', 9, 'USD'],
            ['Other', 'Vape liquid', 2, 'Bottle', 9, 'USD'],
          ] as const),
        ),
        'Yes',
      )
    },
    also: ['payer'],
  },
  {
    code: 'alcohol-age',
    plant: (order, chance) => {
      order.familyMember = [relative(order, chance, order.latinName, 'Father')]
      set(order, { [birthKey(order)]: bornAtAge(order, chance, 12, 18) })
      return declare(
        order,
        goodsLine(
          'cigarettes',
          chance.pick([
            ['Alcohol', 'Single malt whisky', 1, 'Bottle', 60, 'USD'],
            ['Alcohol', 'Red wine', 2, 'Bottle', 20, 'EUR'],
            ['Drinks', 'Vodka', 1, 'Bottle', 20, 'USD'],
          ] as const),
        ),
        'Yes',
      )
    },
    also: ['payer'],
  },
  {
    code: 'goods-answer',
    plant: (order, chance) => {
      if (order.importingGoods.length === 0) return false
      if (chance.percent(50)) {
        declare(order, goodsLine('purchase', ['Electronics', 'Camera body', 1, 'Piece', 1699, 'USD']), 'Yes')
        return set(order, { arrival_goods_declaretion: 'No' })
      }
      declare(order, { ...emptyLine, group: 'purchase' }, 'No')
      order.importingGoods = order.importingGoods.map((it) => ({ ...it, details: [] }))
      return set(order, { arrival_goods_declaretion: 'Yes' })
    },
  },
  {
    code: 'products',
    plant: onArrival((order, chance) => {
      delete order.fields['arrival_carried_items']
      return chance.percent(50)
        ? set(order, { arrival_carrying_products: 'Yes' })
        : set(order, {
            arrival_carrying_products: 'No',
            arrival_carried_items: chance.pick(['Orchids', 'Cat', 'Fresh fruit']),
          })
    }),
  },
  {
    code: 'owner-missing',
    plant: (order, chance) => {
      if (isArrival(order)) return false
      for (const key of ['departure_owner_full_name', 'departure_company_name']) delete order.fields[key]
      return set(order, { departure_goods_owner_same: chance.pick(['no', 'No']) })
    },
  },
  {
    code: 'payer',
    plant: (order, chance) => {
      order.payment = {
        ...order.payment,
        cardholder_name: chance.pick([
          'HENRIK QVIST',
          'OLUMIDE ADEYEMI',
          'PRAVEEN BHATTACHARYA',
          'XIMENA UGARTE',
        ]),
      }
      return true
    },
  },
  {
    code: 'card-address',
    plant: (order, chance) => {
      if (!['DEU', 'GBR', 'USA', 'FRA', 'JPN', 'AUS', 'KOR', 'IND'].includes(order.nation.code)) return false
      order.payment = {
        ...order.payment,
        card_country: order.nation.code,
        payment_ip: chance.pick([
          '177.32.8.9',
          '197.210.4.4',
          '105.112.3.7',
          '2c0f:f248::1',
          '189.240.1.2',
          '2804:14c::8',
          '102.89.4.5',
        ]),
      }
      return isArrival(order)
    },
    also: ['telephone-far'],
  },
  {
    code: 'amount-currency',
    plant: (order) => {
      Object.assign(order, { amount: '49', currency: '' })
      return true
    },
  },
]
