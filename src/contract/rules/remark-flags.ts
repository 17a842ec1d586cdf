/** The five flags of a comment (spec §3): `sent` is the key in the request, `shown` in the order's details. */
export const remarkFlags = [
  { sent: 'whatsapp', shown: 'whatsapp', label: 'WhatsApp' },
  { sent: 'telephone', shown: 'telephone', label: 'Telephone' },
  { sent: 'statusRefund', shown: 'status_refund', label: 'Status Refund' },
  { sent: 'voided', shown: 'voided', label: 'Voided' },
  { sent: 'chargeBack', shown: 'chargeback', label: 'ChargeBack' },
] as const

export type RemarkFlag = (typeof remarkFlags)[number]['sent']
export const remarkFlagNames = remarkFlags.map(({ sent }) => sent)
