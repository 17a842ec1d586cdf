/** A PDF of these objects, numbered from 1; the first is its catalog. */
function rawPdf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

const a4 = '/MediaBox [0 0 595 842]'
/** A letterhead at the upper edge, a black box and a foot line. */
const letter = '0.2 g 40 810 515 22 re f 0 g 100 400 200 100 re f 1 w 40 30 m 555 30 l S'

interface PageParts {
  /** Entries of the catalog, of the tree above the page, and of the page. */
  catalog?: string
  tree?: string
  page?: string
  content?: string
  more?: readonly string[]
}

/** A document of one page; `more` are objects from 5 on. */
const onePage = ({ catalog = '', tree = '', page = '', content = letter, more = [] }: PageParts): Buffer =>
  rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [3 0 R] /Count 1 ${tree} >>`,
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`,
    stream(content),
    ...more,
  ])

const noResources = '/Resources << >>'
const cross = '1 0 0 RG 20 w 0 0 m 595 842 l S 0 842 m 595 0 l S'

/** Documents that their readers draw alike, and how an exhibit shows them. */
export const exhibitDocuments = {
  'a page as it stands': { shownAs: 'page', bytes: onePage({ page: `${a4} ${noResources}` }) },
  'a page with the box and resources of the tree': {
    shownAs: 'page',
    bytes: onePage({
      tree: `${a4} /Resources << /ExtGState << /G << /Type /ExtGState /ca 0.5 >> >> >>`,
      content: `/G gs ${letter}`,
    }),
  },
  'a page whose crop leaves its edges out': {
    shownAs: 'page',
    bytes: onePage({ page: `${a4} /CropBox [20 200 595 842] ${noResources}` }),
  },
  'a page that the tree turns': {
    shownAs: 'picture',
    bytes: onePage({ tree: `/Rotate 90 ${a4}`, page: noResources }),
  },
  'a state that is restored without being saved': {
    shownAs: 'picture',
    bytes: onePage({ page: `${a4} ${noResources}`, content: `Q ${letter}` }),
  },
  'a mark without a drawing': {
    shownAs: 'picture',
    bytes: onePage({
      page: `${a4} ${noResources} /Annots [<< /Type /Annot /Subtype /PolyLine /Rect [60 600 400 700] /Vertices [60 600 400 700] /C [1 0 0] >>]`,
    }),
  },
  'a layer that is switched off': {
    shownAs: 'picture',
    bytes: onePage({
      catalog: '/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] /Order [5 0 R] >> >>',
      page: `${a4} /Resources << /Properties << /Layer 5 0 R >> >>`,
      content: `${letter} /OC /Layer BDC ${cross} EMC`,
      more: ['<< /Type /OCG /Name (Draft) >>'],
    }),
  },
  'form values without an appearance': {
    shownAs: 'picture',
    bytes: onePage({
      catalog:
        '/AcroForm << /Fields [5 0 R] /NeedAppearances true /DA (/Helv 14 Tf 0 g) /DR << /Font << /Helv 6 0 R >> >> >>',
      page: `${a4} ${noResources} /Annots [5 0 R]`,
      more: [
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (MARIT SOLBERG) /F 4 /DA (/Helv 14 Tf 0 g) /Rect [60 600 400 630] /P 3 0 R >>',
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ],
    }),
  },
  'letters of a font that the file does not bring': {
    shownAs: 'picture',
    bytes: onePage({
      page: `${a4} /Resources << /Font << /F 5 0 R >> >>`,
      content: `${letter} BT /F 20 Tf 60 600 Td (Not embedded) Tj ET`,
      more: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    }),
  },
  'letters by their numbers in a font that the file does not bring': {
    shownAs: 'nothing',
    bytes: onePage({
      page: `${a4} /Resources << /Font << /F 5 0 R >> >>`,
      content: `${letter} BT /F 20 Tf 60 600 Td <00240025> Tj ET`,
      more: [
        '<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
      ],
    }),
  },
} as const satisfies Record<string, { shownAs: 'page' | 'picture' | 'nothing'; bytes: Buffer }>
