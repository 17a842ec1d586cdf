// Runs in the HTML head, to set the chosen scheme before the first paint. Mantine stores it under this key.
function chosenScheme(): string | null {
  try {
    return localStorage.getItem('mantine-color-scheme-value')
  } catch {
    return null
  }
}

const chosen = chosenScheme()
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
const isKnown = chosen === 'dark' || chosen === 'light'
document.documentElement.dataset['mantineColorScheme'] = isKnown ? chosen : prefersDark ? 'dark' : 'light'
