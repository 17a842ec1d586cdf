/** Id of the script element with the page's data. */
export const pageDataId = 'start'
