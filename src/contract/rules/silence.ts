/** A site is silent where so many orders were expected and none came (product §14). */
export const minExpectedOrders = 5
/** So many the same hours had on average: a gap of as many comes by chance once in 20,000 gaps. */
export const minAverageOrders = 10
/** Weeks before, whose same hours tell how many are expected. */
export const weeksCompared = 8
/** A longer silence is compared by its last days. */
export const maxSilenceDays = 7
/** So many of those weeks need an order in the same hours. */
export const minFilledWeeks = 6
/** A shorter silence is none. */
export const minSilenceMinutes = 30
/** Hours before the newest order that tell how far this day falls short of the weeks before. */
export const levelHours = 12
