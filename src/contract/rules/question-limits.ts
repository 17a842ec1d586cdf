/** The most that one question asks: a form has room for twenty fields. */
export const maxAskedFields = 15

/** How many days a link to a question works (product §12). */
export const questionDays = 14
