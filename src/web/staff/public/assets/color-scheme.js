// A classic script in the head, so that the chosen scheme stands before the first paint; a file, as the policy allows
// no inline script. Mantine keeps the choice under this key.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.mantineColorScheme =
  chosen === 'dark' || chosen === 'light' ? chosen : prefersDark ? 'dark' : 'light'
