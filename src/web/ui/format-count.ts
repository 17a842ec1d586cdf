const countFormat = new Intl.NumberFormat('en-US')

const shortCountFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** At most five characters: 312, 1.1k, 20.7k. */
export const formatShortCount = (count: number) => shortCountFormat.format(count).replace('K', 'k')

/** 18,406. */
export const formatCount = (count: number) => countFormat.format(count)
