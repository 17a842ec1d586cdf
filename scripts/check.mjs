// npm run check: what CI runs, which is what `npm test` runs.
import './test.mjs'
