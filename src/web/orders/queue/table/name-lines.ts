/** px: the least width of a line of the name's column. */
export const nameLine = 145

let context: CanvasRenderingContext2D | null | undefined

/** px, of text of 13 px. */
function textWidth(text: string): number {
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d')
    if (context) context.font = `13px ${getComputedStyle(document.body).fontFamily}`
  }
  return context?.measureText(text).width ?? 0
}

/** How a name stands on two lines of the narrowest column: as it is, in 11 px, or in 11 px and broken within its words. */
export function fitOf(name: string, widthOf = textWidth): 'whole' | 'small' | 'broken' {
  if (fitsTwoLines(name, widthOf)) return 'whole'
  return fitsTwoLines(name, (text) => (widthOf(text) * 11) / 13) ? 'small' : 'broken'
}

function fitsTwoLines(name: string, widthOf: (text: string) => number): boolean {
  let lines = 1
  let line = ''
  for (const word of name.split(/(?<=[\s-])/)) {
    if (widthOf(word.trimEnd()) > nameLine) return false
    if (widthOf((line + word).trimEnd()) <= nameLine) line += word
    else {
      lines += 1
      line = word
    }
  }
  return lines <= 2
}
