import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium'
import sharp from 'sharp'

async function withPdf<T>(bytes: Buffer, read: (document: PDFiumDocument) => Promise<T> | T): Promise<T> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(bytes)
    try {
      return await read(document)
    } finally {
      document.destroy()
    }
  } finally {
    library.destroy()
  }
}

/** The text of each page, with white space collapsed. */
export const pdfTexts = (bytes: Buffer): Promise<string[]> =>
  withPdf(bytes, (document) =>
    [...document.pages()].map((page) => page.getText().replaceAll(/\s+/g, ' ').trim()),
  )

/** Each page as a PNG at scale 2. */
export const pdfPageImages = (bytes: Buffer): Promise<Buffer[]> =>
  withPdf(bytes, (document) =>
    Promise.all(
      [...document.pages()].map(async (page) => {
        const { data } = await page.render({
          scale: 2,
          render: ({ data, width, height }) =>
            sharp(data, { raw: { width, height, channels: 4 } })
              .png()
              .toBuffer(),
        })
        return Buffer.from(data)
      }),
    ),
  )
