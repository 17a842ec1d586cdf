// A script of the HTML's head: the chosen scheme is set before the first paint. Mantine keeps the choice under this key.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
const isKnown = chosen === 'dark' || chosen === 'light'
document.documentElement.dataset['mantineColorScheme'] = isKnown ? chosen : prefersDark ? 'dark' : 'light'
