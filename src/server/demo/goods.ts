import type { GoodsKey } from '#contract/rules/goods.ts'

/** Goods that travellers declare; `value` and `quantity` are ranges. */
export interface Goods {
  description: string
  category: string
  units: string
  currency: string
  value: readonly [number, number]
  quantity: readonly [number, number]
}

const goods = (
  description: string,
  category: string,
  units: string,
  currency: string,
  value: readonly [number, number],
  quantity: readonly [number, number] = [1, 1],
): Goods => ({ description, category, units, currency, value, quantity })

/** Goods of arrivals by declaration group. */
export const importedGoods = {
  animals: [
    goods('Dried mango, home-made', 'Plants', 'Kilogram', 'USD', [10, 40], [1, 3]),
    goods('Orchid seedlings with phytosanitary certificate', 'Plants', 'Piece', 'USD', [8, 30], [2, 12]),
    goods('Cat, Maine Coon, vaccinated', 'Animals', 'Head', 'EUR', [600, 1800]),
    goods('Smoked salmon, sealed', 'Fish', 'Pack', 'NOK', [150, 400], [1, 4]),
  ],
  narcotics: [
    goods('Prescribed methylphenidate, 30 days', 'Medicine', 'Box', 'USD', [40, 120]),
    goods('Codeine tablets with doctor’s letter', 'Medicine', 'Strip', 'GBP', [8, 25], [1, 3]),
  ],
  currency: [
    goods('Rupiah banknotes', 'Cash', 'Bundle', 'IDR', [100_000_000, 240_000_000]),
    goods('Bearer cheque', 'Negotiable instrument', 'Sheet', 'IDR', [100_000_000, 500_000_000]),
  ],
  foreign: [
    goods('Yen banknotes', 'Cash', 'Bundle', 'JPY', [9_800_000, 15_000_000]),
    goods('Euro banknotes', 'Cash', 'Bundle', 'EUR', [62_000, 90_000]),
  ],
  cigarettes: [
    goods('Cigarettes over the allowance', 'Tobacco', 'Stick', 'USD', [1, 1], [100, 400]),
    goods('Single malt whisky', 'Alcohol', 'Bottle', 'GBP', [45, 210], [1, 3]),
    goods('Cigars, Habanos', 'Tobacco', 'Piece', 'EUR', [12, 38], [10, 40]),
  ],
  purchase: [
    goods('Camera body, Fujifilm X-T5', 'Electronics', 'Piece', 'USD', [1499, 1899]),
    goods('Silk scarves', 'Textiles', 'Piece', 'USD', [20, 60], [4, 16]),
    goods('Handbag, leather', 'Fashion', 'Piece', 'EUR', [750, 3200]),
    goods('Telephone, 256 GB', 'Electronics', 'Piece', 'SGD', [980, 1900], [1, 2]),
    goods('Wristwatch, automatic', 'Jewellery', 'Piece', 'CHF', [820, 5400]),
    goods('電気炊飯器 (rice cooker)', 'Household', 'Piece', 'JPY', [32_000, 78_000]),
  ],
  imported_goods: [
    goods('Spare parts for a sewing machine', 'Machinery', 'Piece', 'USD', [35, 160], [2, 20]),
    goods('Sample garments for a fair', 'Textiles', 'Carton', 'USD', [80, 300], [1, 4]),
    goods('Dental tools', 'Medical', 'Set', 'EUR', [240, 900]),
  ],
  originating_goods: [
    goods('Surfboard taken abroad under BC 3.4', 'Sports', 'Piece', 'USD', [350, 900]),
    goods('Gamelan set returning from an exhibition', 'Instruments', 'Set', 'IDR', [18_000_000, 60_000_000]),
  ],
} as const satisfies Record<GoodsKey, readonly Goods[]>

export const exportedGoods = [
  {
    item: 'Batik tulis, hand-drawn',
    unit: 'Sheet',
    weight: [2, 9],
    information: 'Made in Pekalongan, for an exhibition',
    document: 'Invoice',
  },
  {
    item: 'Teak chairs, dismantled',
    unit: 'Piece',
    weight: [14, 60],
    information: 'Household goods of a removal',
    document: 'Packing list',
  },
  {
    item: 'Arabica Gayo, roasted',
    unit: 'Kilogram',
    weight: [5, 40],
    information: 'Vacuum bags of 1 kg',
    document: 'Invoice',
  },
  {
    item: 'Angklung, bamboo',
    unit: 'Set',
    weight: [3, 12],
    information: 'Taken on a concert tour, to come back',
    document: 'ATA carnet',
  },
  {
    item: 'Silver filigree, Kotagede',
    unit: 'Piece',
    weight: [1, 3],
    information: 'Gifts',
    document: 'Receipt',
  },
  {
    item: 'Underwater camera with housing',
    unit: 'Set',
    weight: [4, 9],
    information: 'Personal, to come back',
    document: 'BC 3.4',
  },
] as const

export const carriedCash = [
  { item: 'Rupiah banknotes', unit: 'IDR', amount: [100_000_000, 350_000_000] },
  { item: 'US dollar banknotes', unit: 'USD', amount: [7000, 48_000] },
  { item: 'Singapore dollar banknotes', unit: 'SGD', amount: [9000, 60_000] },
  { item: 'Traveller’s cheques', unit: 'USD', amount: [8000, 20_000] },
] as const

export const intendedUses = [
  'Tuition and rent for a year',
  'Purchase of a fishing boat',
  'Medical treatment',
  'Trade fair',
  'Wedding of a daughter',
] as const
export const companies = [
  {
    name: 'PT Samudra Jaya Abadi',
    tax: '01.234.567.8-091.000',
    address: 'Jl. Yos Sudarso Kav. 30, Jakarta Utara 14350',
    business: 'Export of furniture',
  },
  {
    name: 'CV Kopi Tanah Gayo',
    tax: '02.771.430.2-101.000',
    address: 'Jl. Takengon-Bireuen Km 4, Aceh Tengah 24519',
    business: 'Coffee',
  },
  {
    name: 'UD Perak Kotagede',
    tax: '03.118.902.6-541.000',
    address: 'Jl. Kemasan No. 3, Kotagede, Yogyakarta 55173',
    business: 'Other',
  },
] as const
