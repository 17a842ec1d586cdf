/** px: the least width of a line of the name's column. */
export const nameLine = 145

let context: CanvasRenderingContext2D | null | undefined

/** px, in the font of the table's names. */
function textWidth(text: string): number {
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d')
    if (context) context.font = `13px ${getComputedStyle(document.body).fontFamily}`
  }
  return context?.measureText(text).width ?? 0
}

/** Whether the words of a name stand on two lines of the narrowest column; `widthOf` is in px. */
export function fitsTwoLines(name: string, widthOf = textWidth): boolean {
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
