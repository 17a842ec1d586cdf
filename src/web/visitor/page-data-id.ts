/** Of the block in the page that holds what it begins with. */
export const pageDataId = 'start'
