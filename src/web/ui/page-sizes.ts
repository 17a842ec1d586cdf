/** Spec §9; `All` sets the limit to the total. */
export const pageSizes = [10, 25, 50, 100, 500, 'All'] as const
export type PageSize = (typeof pageSizes)[number]
