// Imported first, before any syntax that older versions of Node cannot parse.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Pabean needs Node.js 20.19 or later; this is ${process.versions.node}.`)
  process.exit(1)
}
