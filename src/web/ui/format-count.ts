const countFormat = new Intl.NumberFormat('en-US')

/** A whole number with thousands separators: 18,406. */
export const formatCount = (count: number) => countFormat.format(count)
