const format = new Intl.NumberFormat('en-US')

/** A whole number with thousands separators: 18,406. */
export const formatCount = (count: number) => format.format(count)
