/** How lists are saved (product §5); each is the extension of its files. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** As menus and the audit name them. */
export const exportFormatLabels: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel' }
