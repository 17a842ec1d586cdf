export const markup = '"><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'

/** A text with markup, script, template and direction-override injections. */
export const hostileText = [
  markup,
  `'--;</style></textarea></title><svg onload=window.hacked=1><a href="javascript:window.hacked=1">`,
  '{{7*7}} ${7*7} %00 \u0000 &lt;b&gt; ',
  '\u202Egnp.exe\u202C \u2066left\u2069 \u200F\uFEFF',
].join('')

/** The same, followed by ten thousand characters without a line break opportunity. */
/** Of the given length; the default is the longest that most fields take. */
export const hostileTextOf = (length: number) => hostileText.padEnd(length, 'W').slice(0, length)
export const longHostileText = hostileTextOf(2000)

/** PostgreSQL cannot store NUL; the replacement character takes its place. */
export const asDisplayed = (text: string) => text.replaceAll('\0', '\uFFFD')
