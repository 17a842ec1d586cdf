/** A plain number with thousands separators, its decimals as given; other text unchanged: `272360987` → `272,360,987`. */
export const displayNumber = (text: string): string =>
  /^\d+(\.\d+)?$/.test(text)
    ? text.replace(/^\d+/, (digits) => {
        const first = digits.length % 3 || 3
        return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(',')
      })
    : text

/** `1,350,000 IDR`; '' without an amount. */
export const displayMoney = (
  amount: string | null | undefined,
  currency: string | null | undefined,
): string => (amount ? [displayNumber(amount.trim()), currency?.trim()].filter(Boolean).join(' ') : '')
