import type { PlaceholderOrder } from '#contract/rules/templates.ts'

/** What templates are tried with: an order that has all that placeholders say. */
export const sampleOrder: PlaceholderOrder = {
  order_id: 2_048_654,
  arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
  email: 'tuyet.anh@example.com',
  arrival_doa: '2026-11-23',
  arrival_dod: '2026-12-04',
  arrival_flight_number: 'VN 641',
  arrival_place_of_arrival: 'Ngurah Rai, Denpasar (DPS)',
  due_at: '2026-11-22T05:00:00Z',
  amount: '1350000.00',
  currency: 'IDR',
  landing_domain: 'arrival.pabean.example',
}
