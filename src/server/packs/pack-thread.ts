import { createPack, type PackParts } from './build-pack.ts'
import { renderPackPdf, type PackPdfRequest } from './pdf/render-pack.ts'

/** The entry of the packs' thread: what of them takes long, as masking a family's numbers in every text. */
export const buildPack = (parts: PackParts) => Promise.resolve(createPack(parts))
export const drawPack = (request: PackPdfRequest) => renderPackPdf(request)
