export const markup = '"><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'

/** A text that would do everything it must not, if it were anything but text. */
export const hostile = [
  markup,
  `'--;</style></textarea></title><svg onload=window.hacked=1><a href="javascript:window.hacked=1">`,
  '{{7*7}} ${7*7} %00 \u0000 &lt;b&gt; ',
  '\u202Egnp.exe\u202C \u2066left\u2069 \u200F\uFEFF',
].join('')

/** The same with ten thousand characters behind it, without a place to break the line. */
export const endless = hostile + 'W'.repeat(10_000)

/** No database's text holds NUL: the sign for what cannot be shown takes its place. */
export const asShown = (text: string) => text.replaceAll('\0', '\uFFFD')
