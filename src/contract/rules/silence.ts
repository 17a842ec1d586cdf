/** A site is silent where so many orders were expected and none came (product §14). */
export const minExpectedOrders = 5
/** Weeks before, whose same hours tell how many are expected. */
export const weeksCompared = 8
/** A longer silence is compared by its last days. */
export const maxSilenceDays = 7
