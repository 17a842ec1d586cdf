/** The usual reason codes of chargebacks, as suggestions; any other code may be entered. */
export const reasonCodes = [
  { code: '10.4', means: 'Visa: fraud, card absent' },
  { code: '13.1', means: 'Visa: not received' },
  { code: '13.3', means: 'Visa: not as described' },
  { code: '13.6', means: 'Visa: refund not processed' },
  { code: '13.7', means: 'Visa: cancelled' },
  { code: '4837', means: 'Mastercard: no authorisation by the cardholder' },
  { code: '4853', means: 'Mastercard: dispute of the cardholder' },
  { code: 'F29', means: 'American Express: fraud, card absent' },
  { code: 'C08', means: 'American Express: not received' },
  { code: 'C02', means: 'American Express: refund not processed' },
] as const
